/**
 * No form leaves a refusal to the browser's own bubbles, which have its words, its language and no place in the page.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOTS = ['adapters', 'functions', 'web'];

function formsIn(source: string): readonly string[] {
  return source.match(/<form\b(?:=>|[^>])*>/g) ?? [];
}

const sources = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(root, file)),
);

describe('a form', () => {
  test('says noValidate, in every page', () => {
    const forms = sources.flatMap((file) => formsIn(readFileSync(file, 'utf8')).map((form) => `${file}: ${form}`));
    expect(forms.length).toBeGreaterThanOrEqual(7);
    expect(forms.filter((form) => !/\bnoValidate\b/.test(form))).toEqual([]);
  });

  test('without it is found, also behind a function', () => {
    const [plain = '', behind = ''] = formsIn(
      '<form class="a"> <form onSubmit={(e) => e.preventDefault()} noValidate>',
    );
    expect([plain.includes('noValidate'), behind.includes('noValidate')]).toEqual([false, true]);
  });
});
