#!/usr/bin/env python3
"""A facilitator to try `daymark-intake --price` with: it checks payments as a real one does, and moves no money.

Usage: sample_facilitator.py [PORT], 0 or nothing for a free one. It says which address it listens on.

It recovers who has signed a transfer (EIP-3009, by EIP-712), holds it against the offer, and takes each number of a
transfer once, for as long as it runs. It is on 127.0.0.1 alone.
"""
import http.server
import json
import sys
import threading
import time

from sample_signer import G, N, P, add, times

# The chains of the names that version 1 uses; version 2 has `eip155:` and the number.
CHAINS = {"base": 8453, "base-sepolia": 84532}


def rotated(lane, count):
    return (lane << count % 64 | lane >> (64 - count % 64)) & (2**64 - 1)


def keccak256(data):
    """Keccak-256 as Ethereum has it: The Keccak reference, version 3.0, with the padding 0x01."""
    rate, lanes = 136, [[0] * 5 for _ in range(5)]
    data = bytearray(data + b"\x01" + bytes(-(len(data) + 1) % rate))
    data[-1] |= 0x80
    for block in range(0, len(data), rate):
        for i in range(rate // 8):
            lanes[i % 5][i // 5] ^= int.from_bytes(data[block + 8 * i:block + 8 * i + 8], "little")
        register = 1
        for _ in range(24):
            sums = [a ^ b ^ c ^ d ^ e for a, b, c, d, e in lanes]
            for x in range(5):
                change = sums[x - 1] ^ rotated(sums[(x + 1) % 5], 1)
                lanes[x] = [lane ^ change for lane in lanes[x]]
            x, y, current = 1, 0, lanes[1][0]
            for t in range(24):
                x, y = y, (2 * x + 3 * y) % 5
                current, lanes[x][y] = lanes[x][y], rotated(current, (t + 1) * (t + 2) // 2)
            for y in range(5):
                row = [lanes[x][y] for x in range(5)]
                for x in range(5):
                    lanes[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5])
            for j in range(7):
                register = (register << 1) ^ (0x171 if register >> 7 else 0)
                lanes[0][0] ^= (register >> 1 & 1) << (2**j - 1)
    return b"".join(lanes[i % 5][i // 5].to_bytes(8, "little") for i in range(4))


def word(number):
    return int(number).to_bytes(32, "big")


def digest(transfer, chain, contract, name, version):
    """What is signed; EIP-712, "Definition of hashStruct" and "Definition of domainSeparator"."""
    domain = keccak256(
        keccak256(b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")
        + keccak256(name.encode()) + keccak256(version.encode()) + word(chain) + word(int(contract, 16)))
    struct = keccak256(
        keccak256(b"TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,"
                  b"uint256 validBefore,bytes32 nonce)")
        + word(int(transfer["from"], 16)) + word(int(transfer["to"], 16)) + word(transfer["value"])
        + word(transfer["validAfter"]) + word(transfer["validBefore"]) + bytes.fromhex(transfer["nonce"][2:]))
    return keccak256(b"\x19\x01" + domain + struct)


def signer(hashed, signature):
    """The address whose key has signed; SEC 1, version 2.0, section 4.1.6."""
    if len(signature) != 65 or signature[64] not in (27, 28):
        return None
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:64], "big")
    root = pow(r**3 + 7, (P + 1) // 4, P)
    if not (0 < r < N and 0 < s <= N // 2) or (root * root - r**3 - 7) % P:
        return None
    point = (r, root if root % 2 == signature[64] - 27 else P - root)
    inverse, z = pow(r, -1, N), int.from_bytes(hashed, "big")
    key = add(times(point, s * inverse % N), times(G, -z * inverse % N))
    return key and "0x" + keccak256(word(key[0]) + word(key[1]))[12:].hex()


def chain_of(offer):
    return CHAINS.get(offer["network"]) or int(offer["network"].removeprefix("eip155:"))


class Facilitator(http.server.BaseHTTPRequestHandler):
    used, lock = set(), threading.Lock()

    def log_message(self, *_):
        pass

    def answer(self, document, status=200):
        text = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def tell(self, transfer):
        print(f"settled {transfer['value']} from {transfer['from']} to {transfer['to']}", flush=True)

    def do_GET(self):
        kinds = [{"x402Version": 1, "scheme": "exact", "network": name} for name in CHAINS]
        kinds += [{"x402Version": 2, "scheme": "exact", "network": f"eip155:{chain}"} for chain in CHAINS.values()]
        self.answer({"kinds": kinds, "extensions": [], "signers": {}})

    def do_POST(self):
        try:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            payment, offer = asked["paymentPayload"]["payload"], asked["paymentRequirements"]
            transfer = payment["authorization"]
            # As its contract knows it, whatever the version and however it is spelled.
            payer = transfer["from"].lower()
            number = chain_of(offer), payer, int(transfer["nonce"], 16)
            fault = self.fault(transfer, payment["signature"], offer)
        except (KeyError, TypeError, ValueError):
            return self.answer({"isValid": False, "success": False, "invalidReason": "invalid_payload"}, 400)
        with self.lock:
            if number in self.used:
                fault = "invalid_exact_evm_nonce_already_used"
            elif self.path == "/settle" and not fault:
                self.used.add(number)
        if self.path == "/verify":
            return self.answer({"isValid": not fault, "payer": payer, "invalidReason": fault})
        if not fault:
            self.tell(transfer)
        self.answer({"success": not fault, "payer": payer, "network": offer["network"], "errorReason": fault,
                     "transaction": "" if fault else "0x" + keccak256(transfer["nonce"].encode()).hex()})

    def fault(self, transfer, signature, offer):
        hashed = digest(transfer, chain_of(offer), offer["asset"], offer["extra"]["name"], offer["extra"]["version"])
        if signer(hashed, bytes.fromhex(signature[2:])) != transfer["from"].lower():
            return "invalid_exact_evm_signature"
        if transfer["to"].lower() != offer["payTo"].lower():
            return "invalid_exact_evm_recipient_mismatch"
        if int(transfer["value"]) < int(offer.get("amount") or offer["maxAmountRequired"]):
            return "invalid_exact_evm_authorization_value"
        if not int(transfer["validAfter"]) < time.time() < int(transfer["validBefore"]):
            return "invalid_exact_evm_authorization_time"
        return None


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Facilitator)
    print(f"the facilitator listens on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
