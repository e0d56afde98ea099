"""Has our courier pay a server of the public Python package x402, and one of version 1 made of that package's parts.

    python3 Tests/Delivery/x402_server.py FOLDER-OF-THE-PROGRAMS

It needs the packages `x402[evm,flask]` (2.25 or newer). The facilitator is the sample one, over which the package's server
verifies and settles. Everything is on 127.0.0.1.
"""

import json
import os
import sys
import tempfile
import threading

import flask
import werkzeug.serving
from eth_keys import keys
from x402 import x402ResourceServerSync
from x402.http import FacilitatorConfig, HTTPFacilitatorClientSync, PaymentOption
from x402.http.middleware.flask import payment_middleware
from x402.http.types import RouteConfig
from x402.http.utils import safe_base64_decode, safe_base64_encode
from x402.mechanisms.evm.eip712 import hash_eip3009_authorization
from x402.mechanisms.evm.exact.register import register_exact_evm_server
from x402.mechanisms.evm.types import ExactEIP3009Authorization
from x402.schemas import AssetAmount
from x402.schemas.v1 import PaymentPayloadV1, PaymentRequiredV1, PaymentRequirementsV1

import world

ROUTE = "/api/aivm/intake"


class Quiet(werkzeug.serving.WSGIRequestHandler):
    def log(self, *_):
        pass


def listen(app):
    """Serves an application in a thread, and gives its address."""
    server = werkzeug.serving.make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d" % server.server_port


def application():
    """A service that stores bodies, and the subjects that it has stored."""
    app, stored = flask.Flask(__name__), []

    @app.post(ROUTE)
    def take():
        stored.append(flask.request.form["subject"])
        return {"ok": True, "evidenceId": "e%d" % len(stored)}

    return app, stored


def version_2(facilitator):
    app, stored = application()
    server = register_exact_evm_server(
        x402ResourceServerSync(HTTPFacilitatorClientSync(FacilitatorConfig(url=facilitator))))
    price = AssetAmount(amount=world.OFFER["amount"], asset=world.OFFER["asset"], extra=world.OFFER["extra"])
    payment_middleware(app, {"POST " + ROUTE: RouteConfig(accepts=PaymentOption(
        scheme="exact", pay_to=world.OFFER["payTo"], price=price, network=world.OFFER["network"],
        max_timeout_seconds=60))}, server)
    return listen(app), stored


def version_1():
    """The package has no server of version 1: this one checks by its types and by its hash."""
    app, stored = application()
    taken = set()

    @app.before_request
    def charge():
        offer = PaymentRequirementsV1(
            scheme="exact", network="base-sepolia", max_amount_required=world.OFFER["amount"],
            resource=flask.request.url, description="One body", mime_type="application/json",
            pay_to=world.OFFER["payTo"], max_timeout_seconds=60, asset=world.OFFER["asset"], extra=world.OFFER["extra"])
        header = flask.request.headers.get("X-PAYMENT")
        if header is None:
            wanted = PaymentRequiredV1(accepts=[offer], error="X-PAYMENT is needed")
            return wanted.model_dump(by_alias=True, exclude_none=True), 402
        payment = PaymentPayloadV1.model_validate_json(safe_base64_decode(header))
        transfer = payment.payload["authorization"]
        digest = hash_eip3009_authorization(
            ExactEIP3009Authorization(
                from_address=transfer["from"], to=transfer["to"], value=transfer["value"],
                valid_after=transfer["validAfter"], valid_before=transfer["validBefore"], nonce=transfer["nonce"]),
            84532, offer.asset, "USDC", "2")
        signature = bytes.fromhex(payment.payload["signature"][2:])
        signer = keys.Signature(signature[:64] + bytes([signature[64] - 27])).recover_public_key_from_msg_hash(digest)
        assert signer.to_address() == transfer["from"].lower() == world.PAYER.lower()
        assert payment.network == "base-sepolia" and transfer["value"] == offer.max_amount_required
        assert transfer["to"].lower() == offer.pay_to.lower() and transfer["nonce"] not in taken
        taken.add(transfer["nonce"])

    @app.after_request
    def receipt(answer):
        if answer.status_code == 200:
            answer.headers["X-PAYMENT-RESPONSE"] = safe_base64_encode(json.dumps(
                {"success": True, "transaction": "0x%064x" % len(taken), "network": "base-sepolia", "payer": world.PAYER}))
        return answer

    return listen(app), stored


def main():
    programs = os.path.abspath(sys.argv[1])
    facilitator = world.serve(world.Facilitator)
    for version, (url, stored) in ((2, version_2(facilitator)), (1, version_1())):
        with tempfile.TemporaryDirectory(prefix="daymark-x402-server-") as folder:
            world.run_challenge(programs, folder)
            world.write_policy(folder, url)
            courier = world.Courier(programs, folder)
            first = courier.submit(url, "--pay", "policy.yaml")
            assert first.returncode == 0, first.stdout + first.stderr
            again = courier.submit(url, "--pay", "policy.yaml")
            assert again.returncode == 0 and len(stored) == len(set(stored)) == 3, again.stdout
            payments = courier.payments()
            assert [p["state"] for p in payments] == ["settled"] * 3, payments
            assert {p["terms"]["x402Version"] for p in payments} == {version}
        print("version %d: a server of x402 is paid by our courier, once for each of 3 bodies" % version)
    assert len(world.Facilitator.settled) == 3


main()
