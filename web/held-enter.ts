/** Holding Enter presses what has the focus once, so that it decides nothing more when the focus goes on. */
export function countHeldEnterOnce(page: Document): void {
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
        event.preventDefault();
    },
    true,
  );
}
