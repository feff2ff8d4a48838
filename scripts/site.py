"""Hook of MkDocs: the pages of the site are the Markdown files of the whole tree, each at its place.

MkDocs takes pages from one folder, and ours link to files anywhere. So the files of docs_dir
give way to all pages and pictures, and to what these link to; source is shown as text.
"""

import os
import re
import subprocess

from mkdocs.structure.files import File, Files, InclusionLevel

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")
PAGES = (".md", ".svg", ".css", ".js")
SHOWN = (".md", ".svg", ".txt", ".json")
FRONT = "docs/README.md"


def tracked():
    """Names of the pages and pictures, also of a tree without git."""
    call = ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(call, check=True, capture_output=True, text=True).stdout.split("\n")
    except (OSError, subprocess.CalledProcessError):
        names = [
            os.path.relpath(os.path.join(folder, name), ROOT)
            for folder, _, files in os.walk(ROOT)
            if not os.path.relpath(folder, ROOT).startswith(("build", ".git"))
            for name in files
        ]
    return sorted(
        n for n in names
        if n.endswith(PAGES) and (n.startswith(("docs/", "blocks/")) or ("/" not in n and n.endswith(".md")))
        and os.path.exists(os.path.join(ROOT, n))
    )


def text_name(name):
    """What a linked file is called on the site: browsers show .txt and save most others."""
    return name if name.endswith(SHOWN) else name + ".txt"


def linked(names):
    """Names of the files that pages link to and that are no pages."""
    found = set()
    for name in names:
        if not name.endswith(".md"):
            continue
        with open(os.path.join(ROOT, name), encoding="utf-8") as page:
            for match in LINK.finditer(page.read()):
                target = os.path.normpath(os.path.join(os.path.dirname(name), match.group(2)))
                if target not in names and os.path.isfile(os.path.join(ROOT, target)):
                    found.add(target)
    return sorted(found)


def on_files(files, config):
    """Puts all pages and what they link to in the place of the files of docs_dir."""
    names = tracked()
    # What themes and plugins bring comes as files without a place in docs_dir.
    kept = [f for f in files if not (f.abs_src_path or "").startswith(config.docs_dir)]
    for name, on_site in [(n, n) for n in names] + [(n, text_name(n)) for n in linked(names)]:
        file = File.generated(config, on_site, abs_src_path=os.path.join(ROOT, name))
        if name == FRONT:
            file.dest_uri = "index.html"
        elif name == "README.md":
            file.dest_uri = "project.html"
        elif re.fullmatch(r"docs/figures/.*-(claims|mutants|summary)\.md", name):
            file.inclusion = InclusionLevel.NOT_IN_NAV
        kept.append(file)
    return Files(kept)


def on_page_markdown(markdown, page, config, files):
    """Links to source lead to its text; lists inside lists have the indent that MkDocs wants."""
    folder = os.path.dirname(page.file.src_uri)

    def link(match):
        target = os.path.normpath(os.path.join(folder, match.group(2)))
        if os.path.isfile(os.path.join(ROOT, target)):
            return match.group(1) + text_name(match.group(2)) + match.group(3)
        return match.group(0)

    return re.sub(r"(?m)^  - ", "    - ", LINK.sub(link, markdown))
