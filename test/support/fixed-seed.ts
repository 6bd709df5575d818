/** Gives property tests the same cases in every run, so that the score of two mutation runs can be compared. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 20261121 });
