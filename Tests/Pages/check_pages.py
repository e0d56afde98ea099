"""Checks pages of a report as a browser shows them, with scripts and network off.

usage: check_pages.py FOLDER [NAME...]

FOLDER holds the outputs of runs with --report; NAME chooses pages whose path holds it. Each page is
loaded at three widths, light and dark, and as it is printed on A4. It must load nothing, say nothing
on the console, and show no text that is cut off, lies on other text or stands out too little, and no
link that is too low for a finger; axe-core must find nothing.
"""

import os
import sys

try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright
except ImportError as error:
    print(f"skipped: {error}; pip install axe-playwright-python")
    sys.exit(0)

from screenshots import CHROMIUM, WIDTHS, pages

if not os.path.exists(CHROMIUM):
    print(f"skipped: there is no {CHROMIUM}; apt-get install chromium")
    sys.exit(0)

# The texts that are seen, with their boxes and, in pictures, their colours.
TEXTS = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest('.visually-hidden, title, style')) continue;
    if (!parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const scrolls = parent.closest('.scroll, pre') !== null;
    const inPicture = parent.closest('svg') !== null;
    const fill = inPicture ? getComputedStyle(parent).fill : null;
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      texts.push({text: node.data.trim().slice(0, 40), left: box.left, right: box.right,
        top: box.top, bottom: box.bottom, scrolls, fill});
    }
  }
  return {texts, width: document.documentElement.scrollWidth,
    paper: getComputedStyle(document.body).backgroundColor};
}"""

# The width of A4 without the margins of the stylesheet, in CSS pixels: 182 mm.
PRINTED = 688

# The links, and what opens, that are lower than a finger needs, with their heights.
LOW_LINKS = """() => [...document.querySelectorAll('a, summary')]
  .filter(link => link.checkVisibility())
  .map(link => [link.textContent.slice(0, 40), link.getBoundingClientRect().height])
  .filter(([, height]) => height < 24)"""


def luminance(colour):
    parts = [float(part) / 255 for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    light, dark = sorted([luminance(a), luminance(b)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def overlaps(texts):
    """Pairs of texts that lie on each other by more than their line's leading."""
    texts = sorted(texts, key=lambda text: text["top"])
    for index, a in enumerate(texts):
        for b in texts[index + 1:]:
            if b["top"] >= a["bottom"] - 3:
                break
            across = min(a["right"], b["right"]) - max(a["left"], b["left"])
            down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
            if across > 1 and down > 4:
                yield a, b


def problems(page, width):
    seen = page.evaluate(TEXTS)
    if seen["width"] > width:
        yield f"is {seen['width']} pixels wide"
    shown = [text for text in seen["texts"] if not text["scrolls"]]
    for text in shown:
        if text["left"] < -1 or text["right"] > width + 1:
            yield f"cut off: {text['text']}"
        if text["fill"] and contrast(text["fill"], seen["paper"]) < 4.5:
            yield f"stands out too little: {text['text']}"
    for a, b in overlaps(shown):
        yield f"on each other: {a['text']} and {b['text']}"


def main(folder, *names):
    failed = passed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, path in pages(folder, names):
            found = set()
            is_card = path.name == "share.html"
            for scheme in ["light", "dark"]:
                for width in [1200] if is_card else WIDTHS:
                    context = browser.new_context(
                        viewport={"width": width, "height": 900}, color_scheme=scheme,
                        java_script_enabled=False, offline=True)
                    page = context.new_page()
                    requests, messages = [], []
                    page.on("request", lambda request: requests.append(request.url))
                    page.on("console", lambda message: messages.append(message.text))
                    page.on("pageerror", lambda error: messages.append(str(error)))
                    page.goto(path.resolve().as_uri())
                    found.update(f"asks for {url}" for url in requests[1:])
                    found.update(f"says {message}" for message in messages)
                    if not is_card:
                        found.update(f"{width} {scheme}: {what}" for what in problems(page, width))
                        found.update(f"{width}: link of {height:.0f} pixels: {text}"
                                     for text, height in page.evaluate(LOW_LINKS))
                    if width != 800 or is_card:
                        context.close()
                        continue
                    # Everything open, and scripts on for axe alone: the page's policy still forbids its own.
                    context.close()
                    context = browser.new_context(
                        viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True)
                    page = context.new_page()
                    page.goto(path.resolve().as_uri())
                    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                    found.update(f"open, {what}" for what in problems(page, width))
                    found.update(f"open: link of {height:.0f} pixels: {text}"
                                 for text, height in page.evaluate(LOW_LINKS))
                    for violation in Axe().run(page).response["violations"]:
                        where = violation["nodes"][0]["target"]
                        found.add(f"axe {scheme}: {violation['id']}: {violation['help']} at {where}")
                    context.close()
            if not is_card:
                page = browser.new_page(
                    viewport={"width": PRINTED, "height": 900}, java_script_enabled=False, offline=True)
                page.emulate_media(media="print")
                page.goto(path.resolve().as_uri())
                found.update(f"printed: {what}" for what in problems(page, PRINTED))
                page.close()
            passed, failed = (passed, failed + 1) if found else (passed + 1, failed)
            for what in sorted(found):
                print(f"{name}: {what}")
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
