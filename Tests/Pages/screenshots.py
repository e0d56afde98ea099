"""Pictures of every page of a report: at three widths, light and dark, and as PDF on A4.

usage: screenshots.py FOLDER OUT [NAME...]

FOLDER holds the outputs of runs with --report; OUT gets the pictures. NAME chooses pages whose path
holds it.
"""

import pathlib
import sys

from playwright.sync_api import sync_playwright

# Debian's; a browser of playwright's own is not needed.
CHROMIUM = "/usr/bin/chromium"
WIDTHS = [360, 800, 1600]


def pages(folder, names):
    """The pages below a folder, by a name that is good for a file."""
    for path in sorted(pathlib.Path(folder).rglob("*.html")):
        name = str(path.relative_to(folder)).removesuffix(".html").replace("/", "-")
        if not names or any(part in str(path) for part in names):
            yield name, path


def main(folder, out, *names):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, path in pages(folder, names):
            is_card = path.name == "share.html"
            for scheme in ["light"] if is_card else ["light", "dark"]:
                for width in [1200] if is_card else WIDTHS:
                    page = browser.new_page(
                        viewport={"width": width, "height": 630 if is_card else 900},
                        color_scheme=scheme, java_script_enabled=False)
                    page.goto(path.resolve().as_uri())
                    page.screenshot(path=out / f"{name}-{width}-{scheme}.png", full_page=not is_card)
                    page.close()
            if not is_card:
                page = browser.new_page(java_script_enabled=False)
                page.goto(path.resolve().as_uri())
                page.pdf(path=out / f"{name}.pdf", format="A4", prefer_css_page_size=True)
                page.close()
            print(name)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
