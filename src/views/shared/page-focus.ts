/**
 * Where the focus goes when a page or a view in it opens: to the element that says so, unless a person has put it somewhere
 * already. The page itself and the panel that holds the view are nowhere yet.
 */
export function pageFocus(element: HTMLElement): void {
  const { activeElement } = document;
  const isNowhere =
    activeElement === null ||
    activeElement === document.body ||
    activeElement.tagName === 'MAIN' ||
    activeElement.getAttribute('role') === 'tabpanel';
  if (isNowhere) element.focus({ preventScroll: true });
}

/** Keeps the focus in a panel whose content was replaced under it, where nothing in the new content took it. */
export function stayIn(panel: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) panel.focus({ preventScroll: true });
}
