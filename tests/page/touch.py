#!/usr/bin/env python3
"""Plays a page with a finger: Chromium as a phone of 390 x 844 pixels, touched at
coordinates. What a reader's finger does can move the board under it, which
events that are sent to named squares do not notice.

Usage: tests/page/touch.py CHROMIUM PROFILE PAGE PUZZLE FROM TO
FROM and TO are where a turn of the puzzle begins and what may be chosen next.
"""

import json
import os
import subprocess
import sys
import time

chromium, profile, page, puzzle, start, end = sys.argv[1:]


class Browser:
    """Chromium, spoken to over its file descriptors 3 and 4."""

    def __init__(self):
        (their_in, self.out), (self.into, their_out) = os.pipe(), os.pipe()

        def descriptors():
            # Their numbers may be 3 and 4 already: out of the way first.
            spare = [os.dup2(their_in, 20), os.dup2(their_out, 21)]
            os.dup2(spare[0], 3)
            os.dup2(spare[1], 4)

        self.process = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-sync", f"--user-data-dir={profile}",
             "--remote-debugging-pipe", "about:blank"],
            close_fds=False, preexec_fn=descriptors, stderr=subprocess.DEVNULL)
        os.close(their_in)
        os.close(their_out)
        self.number, self.rest, self.session = 0, b"", {}

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters, **self.session}
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                read = os.read(self.into, 1 << 16)
                if not read:
                    sys.exit("touch: the browser has ended")
                self.rest += read
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"touch: {method}: {answer['error']}")
                return answer["result"]

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def touch(self, kind, *points):
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[dict(zip("xy", point)) for point in points])


browser = Browser()
try:
    found = browser.call("Target.getTargets")["targetInfos"]
    target = next(info["targetId"] for info in found if info["type"] == "page")
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)
    browser.session = {"sessionId": session["sessionId"]}
    browser.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)

    def opened():
        """Loads the page anew; it stands at the top."""
        browser.call("Page.navigate", url="about:blank")
        browser.call("Page.navigate", url=f"file://{page}#{puzzle}")
        for _ in range(100):
            if browser.value("location.href") != "about:blank" and browser.value("!!document.querySelector('#board svg')"):
                return
            time.sleep(0.1)
        sys.exit("touch: the page does not open")

    def centre(name):
        return json.loads(browser.value(f"""(() => {{
            const box = document.querySelector('[data-name="{name}"] .hit').getBoundingClientRect();
            return JSON.stringify([box.x + box.width / 2, box.y + box.height / 2, box.width]);
        }})()"""))

    def chosen():
        return browser.value("[...document.querySelectorAll('.spot.chosen')].map((s) => s.dataset.name).sort().join()")

    faults = []

    def expect(what, found, wanted):
        if found != wanted:
            faults.append(f"{what}: {found!r} and not {wanted!r}")

    opened()
    x, y, width = centre(start)
    if width < 30:
        faults.append(f"a square is only {width:.1f} pixels wide")
    # Taps all over the square choose it and nothing else, wherever the board goes.
    for down in (0, 0.45, -0.45):
        opened()
        x, y, width = centre(start)
        place = (x, y + down * width)
        browser.touch("touchStart", place)
        time.sleep(0.2)
        browser.touch("touchEnd")
        expect(f"a tap on {start}, {down} below its centre", chosen(), start)
    # A finger that goes from square to square drags, and the page stays.
    opened()
    (x, y, _), (to_x, to_y, _) = centre(start), centre(end)
    browser.touch("touchStart", (x, y))
    (to_x, to_y, _) = centre(end)
    for i in range(1, 9):
        browser.touch("touchMove", (x + (to_x - x) * i / 8, y + (to_y - y) * i / 8))
        time.sleep(0.02)
    browser.touch("touchEnd")
    expect(f"a drag from {start} to {end}", chosen(), ",".join(sorted([start, end])))
    expect("the page scrolled", browser.value("scrollY"), 0)
    if browser.value("document.documentElement.scrollWidth") > 390:
        faults.append("the page is wider than the phone")
finally:
    browser.session = {}
    browser.call("Browser.close")
    browser.process.wait(10)
if faults:
    sys.exit("touch: " + "; ".join(faults))
print(f"page touched at {puzzle}: passed")
