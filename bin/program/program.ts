/** How every program of bin/ and bench/ reads its command line: what it does not understand is refused before any work, with the way to its help. */
import { Command, InvalidArgumentError } from 'commander';
import { outliveReader } from './closed-output.ts';

/** @param name as it is typed */
export function program(name: string, description: string): Command {
  outliveReader();
  return new Command(name).description(description).showHelpAfterError('(--help shows how)');
}

/** For a program without options. */
export function takeNothing(name: string, description: string): void {
  program(name, description).parse();
}

/** A whole number in a range, both ends included. */
export function readWholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Ends the program with exit code 1. @param nextStep a sentence that says what to do */
export function refuse(what: string, nextStep: string): never {
  console.error(`${what}\n${nextStep}`);
  process.exit(1);
}
