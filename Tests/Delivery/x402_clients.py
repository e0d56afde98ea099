"""Has the public Python package x402 pay an intake, in both versions.

    python3 Tests/Delivery/x402_clients.py PATH/TO/daymark-intake

It needs the packages `x402[evm]` (2.25 or newer) and `requests`. The facilitator is one of this script: it recovers who has
signed by the package's own hash, and takes each nonce once. Everything is on 127.0.0.1.
"""

import http.server
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading

import requests
from eth_account import Account
from eth_keys import keys
from x402 import x402ClientSync
from x402.http.clients.requests import wrapRequestsWithPayment
from x402.http.utils import encode_payment_signature_header
from x402.mechanisms.evm.eip712 import hash_eip3009_authorization
from x402.mechanisms.evm.exact.register import register_exact_evm_client
from x402.mechanisms.evm.types import ExactEIP3009Authorization
from x402.schemas.v1 import PaymentRequiredV1

ASSET, PAYEE = "0x036CbD53842c5426634e7929541eC2318f3dCF7e", "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
OFFER = {"scheme": "exact", "network": "eip155:84532", "amount": "10000", "asset": ASSET, "payTo": PAYEE,
         "maxTimeoutSeconds": 60, "extra": {"name": "USDC", "version": "2"}}


class Facilitator(http.server.BaseHTTPRequestHandler):
    """Checks signatures, and takes each nonce once."""

    nonces, settled, versions = set(), [], []

    def log_message(self, *_):
        pass

    def answer(self, document):
        text = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        self.answer({"kinds": [{"x402Version": v, "scheme": "exact", "network": n}
                               for v, n in ((1, "base-sepolia"), (2, "eip155:84532"))],
                     "extensions": [], "signers": {}})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        payload, wanted = asked["paymentPayload"]["payload"], asked["paymentRequirements"]
        a = payload["authorization"]
        digest = hash_eip3009_authorization(
            ExactEIP3009Authorization(
                from_address=a["from"], to=a["to"], value=a["value"], valid_after=a["validAfter"],
                valid_before=a["validBefore"], nonce=a["nonce"]),
            84532, wanted["asset"], wanted["extra"]["name"], wanted["extra"]["version"])
        signature = bytes.fromhex(payload["signature"][2:])
        signer = keys.Signature(signature[:64] + bytes([signature[64] - 27])) \
            .recover_public_key_from_msg_hash(digest).to_checksum_address()
        amount = wanted.get("amount") or wanted.get("maxAmountRequired")
        is_valid = signer == a["from"] and a["value"] == amount and a["nonce"] not in self.nonces
        if self.path == "/verify":
            return self.answer({"isValid": is_valid, "payer": signer} if is_valid
                               else {"isValid": False, "invalidReason": "invalid", "payer": signer})
        self.nonces.add(a["nonce"])
        self.settled.append(a["nonce"])
        self.versions.append(asked["x402Version"])
        self.answer({"success": is_valid, "transaction": "0xfeed", "network": wanted["network"], "payer": signer})


def form(number):
    return {"data": {"modelHash": "0x" + "ab" * 32, "challengeId": "42", "subject": "0x%040x" % number,
                     "provider": "apple"},
            "files": {"json": ("records.json", "[]", "application/json")}}


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Facilitator)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder = tempfile.mkdtemp(prefix="daymark-x402-")
    price = os.path.join(folder, "price.json")
    with open(price, "w") as file:
        json.dump([OFFER], file)
    intake = subprocess.Popen(
        [os.path.abspath(sys.argv[1]), "--data", folder, "--listen", "127.0.0.1:0", "--price", price,
         "--facilitator", "http://127.0.0.1:%d" % server.server_port], stdout=subprocess.PIPE, text=True)
    try:
        url = intake.stdout.readline().split()[-1] + "/api/aivm/intake"
        client = register_exact_evm_client(x402ClientSync(), Account.from_key(bytes([0x11] * 32)))
        session = wrapRequestsWithPayment(requests.Session(), client)
        paid = session.post(url, **form(1))
        assert paid.status_code == 200 and paid.json()["ok"], paid.text
        assert paid.headers["PAYMENT-RESPONSE"]
        print("version 2: paid and stored")
        wanted = requests.post(url, **form(2))
        assert wanted.status_code == 402
        payment = client.create_payment_payload(PaymentRequiredV1.model_validate(wanted.json()))
        header = {"X-PAYMENT": encode_payment_signature_header(payment)}
        paid = requests.post(url, headers=header, **form(2))
        assert paid.status_code == 200 and paid.headers["X-PAYMENT-RESPONSE"], paid.text
        print("version 1: paid and stored")
        again = requests.post(url, headers=header, **form(3))
        assert again.status_code == 409 and again.json()["code"] == "payment.other_body", again.text
        assert Facilitator.versions == [2, 1] and len(set(Facilitator.settled)) == 2
        print("a payment that was used is refused")
    finally:
        intake.send_signal(signal.SIGTERM)
        assert intake.wait(60) == 0


main()
