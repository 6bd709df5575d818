import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  {
    ignores: [
      'node_modules/',
      'cdk.out/',
      '.local/',
      'coverage/',
      'reports/',
      '.stryker-tmp/',
      '.dependency-cruiser.cjs',
      // Programs for other packages' frameworks, whose types are not installed here.
      'test/interop/assistants/',
    ],
  },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['test/support/processes/*.mjs'] } } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // The core decides; it never reads the wall clock or the process by itself. Ids and secrets come from node:crypto.
    files: ['core/**'],
    rules: {
      'no-restricted-globals': ['error', { name: 'process', message: 'The core takes its settings as values.' }],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time is passed in: use a Clock.' },
      ],
    },
  },
  {
    // Programs a person starts write to the terminal.
    files: ['.ci/**', 'bin/**', 'local/**', 'bench/**', 'eval/**', 'test/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Tests and benchmarks look into answers as clients get them: parsed JSON of any shape.
    files: ['test/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
