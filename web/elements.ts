/**
 * What the compiled markup calls: shorter than the automatic form by a kilobyte of the script.
 * lib/constructs/build-pages.ts puts it in.
 */
export { Fragment, h } from 'preact';
