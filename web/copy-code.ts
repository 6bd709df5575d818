/**
 * The one script of the public pages: gives each block of code a Copy button, and marks the section in sight under "On
 * this page". Without it, the pages are complete.
 */

const SAID_MS = 2_000;

// What an assistant asks in an example is not for pasting.
for (const code of document.querySelectorAll<HTMLElement>('main pre:not(.chat pre)')) addButton(code);

function addButton(code: HTMLElement): void {
  const box = code.closest<HTMLElement>('.code') ?? wrapped(code);
  if (box.querySelector('.btn') !== null) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn sm';
  button.textContent = 'Copy';
  const said = document.createElement('span');
  said.className = 'unseen';
  said.setAttribute('role', 'status');
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.innerText.trim()).then(
      () => {
        button.textContent = 'Copied';
        said.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = 'Copy';
          said.textContent = '';
        }, SAID_MS);
      },
      // Where the browser refuses, the reader copies the selection.
      () => getSelection()?.selectAllChildren(code),
    );
  });
  box.append(button, said);
}

function wrapped(code: HTMLElement): HTMLElement {
  const box = document.createElement('div');
  box.className = 'code folds';
  code.replaceWith(box);
  box.append(code);
  return box;
}

const links = [...document.querySelectorAll<HTMLAnchorElement>('.onpage a')];
const sections = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? []);
if (sections.length > 0) {
  const mark = (): void => {
    const above = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3);
    for (const link of links) {
      if (link.hash === `#${(above ?? sections[0])?.id ?? ''}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
