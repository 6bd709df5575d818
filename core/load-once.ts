/**
 * Returns a function that loads a value when it is first called, and returns the same promise from then on. A failure
 * is forgotten, so that the next call tries again: a process that was once short of file handles must not fail for the
 * rest of its life.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    if (loaded !== undefined) return loaded;
    const loading = load();
    loading.catch(() => (loaded = undefined));
    return (loaded = loading);
  };
}
