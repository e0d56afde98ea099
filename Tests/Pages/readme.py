"""The pictures of README.md: the head of a challenge's page, and what counted once.

usage: readme.py FOLDER

FOLDER holds the outputs of runs with --report. Run it when the pages look another way.
"""

import pathlib
import sys

from playwright.sync_api import sync_playwright

from screenshots import CHROMIUM

OUT = pathlib.Path(__file__).parents[2] / "Sources/Pipeline/Documentation.docc/Resources"


def main(folder):
    challenge = pathlib.Path(folder) / "everything-i-have" / "on-foot-2026-10"
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 860, "height": 900}, java_script_enabled=False)
        page.goto((challenge / "index.html").resolve().as_uri())
        end = page.locator("#why").bounding_box()["y"] - 90
        page.screenshot(
            path=OUT / "report-challenge.png", full_page=True,
            clip={"x": 0, "y": 0, "width": 860, "height": end})
        page.goto((challenge / "greta" / "report.html").resolve().as_uri())
        section = page.locator("section.counted")
        box = section.bounding_box()
        last = section.locator("figcaption .legend").first.bounding_box()
        page.screenshot(
            path=OUT / "report-counted-once.png", full_page=True,
            clip={"x": 0, "y": box["y"] + 30, "width": 860, "height": last["y"] + last["height"] - box["y"] - 20})
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
