/**
 * Parses the command line of every program in bin/ and bench/; unknown arguments are refused before any work, with a
 * pointer to --help.
 */
import { Command, InvalidArgumentError } from 'commander';
import { outliveReader } from './closed-output.ts';

/** @param name the command as the user types it */
export function program(name: string, description: string): Command {
  outliveReader();
  return new Command(name).description(description).showHelpAfterError('(use --help for usage)');
}

/** Parses the command line of a program without arguments. */
export function takeNothing(name: string, description: string): void {
  program(name, description).parse();
}

/** Returns a parser for a whole number between two inclusive bounds. */
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
