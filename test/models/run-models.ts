/**
 * `npm run models`: explores each model of money to its end and prints one line for each; exits non-zero on a
 * violation. With `-- --planted`, each model gets a fault that was there or might be, and the shortest history that
 * shows it is printed; exits non-zero if one is not found.
 */
import { closingWorld } from './closing-model.ts';
import { explore, explorePrepared, type Exploration, type Model } from './explore.ts';
import { keyWorld, signInWorld } from './key-model.ts';
import { worldModel, type World } from './programs.ts';
import { receiptModel } from './receipt-model.ts';
import { resolveWorld } from './resolve-model.ts';
import { researchWorld } from './research-model.ts';
import { takeBackModel } from './take-back-model.ts';

interface Checked {
  readonly title: string;
  readonly explored: () => Promise<Pick<Exploration<unknown>, 'states' | 'violation'>>;
}

function checked<State>(model: Model<State>): Checked {
  return { title: `${model.name} (${model.bounds})`, explored: async () => explore(model) };
}

function checkedWorld<Rows>(world: World<Rows>): Checked {
  const model = worldModel(world);
  return { title: `${model.name} (${model.bounds})`, explored: () => explorePrepared(model) };
}

const UNCAPPED = 99;

const MODELS: readonly (() => Checked)[] = [
  () => checked(takeBackModel([1, 1, 2], UNCAPPED, { kills: 3, losses: 0 })),
  () => checked(takeBackModel([1, 1, 1], UNCAPPED, { kills: 1, losses: 1 })),
  () => checked(takeBackModel([1, 2, 1], 3, { kills: 1, losses: 1 })),
  () => checked(takeBackModel([1, 1, 1], UNCAPPED, { kills: 1, losses: 0, budget: 1 })),
  () => checked(receiptModel([1, 2, 3], 3)),
  () => checkedWorld(researchWorld('two requests', { kills: 1, losses: 1 })),
  () => checkedWorld(researchWorld('settlement', { kills: 1, losses: 1 })),
  () => checkedWorld(researchWorld('a later request', { kills: 1, losses: 1 })),
  () => checkedWorld(closingWorld('settlements', { kills: 1, losses: 1 })),
  () => checkedWorld(closingWorld('corrections', { kills: 1, losses: 1 })),
  () => checkedWorld(resolveWorld({ kills: 1, losses: 2 })),
  () => checkedWorld(keyWorld({ kills: 2, losses: 1 })),
  () => checkedWorld(signInWorld({ kills: 1, losses: 1 })),
];

const PLANTED: readonly (readonly [fault: string, model: () => Checked])[] = [
  [
    'a debit is voided although later ones may have pushed it off the list',
    () => checked(takeBackModel([1, 1, 1], UNCAPPED, { kills: 0, losses: 0, fault: 'void_without_witness' })),
  ],
  [
    'a debit is subtracted because the figures could contain it',
    () => checked(takeBackModel([1, 1, 2], UNCAPPED, { kills: 0, losses: 0, fault: 'guess_from_figures' })),
  ],
  [
    'a void debit is taken back again',
    () => checked(takeBackModel([1, 1, 1], UNCAPPED, { kills: 0, losses: 1, fault: 'take_twice' })),
  ],
  [
    'a budget is tested when the row is read, not when it is written',
    () => checked(takeBackModel([1, 1, 1], UNCAPPED, { kills: 0, losses: 0, budget: 1, fault: 'budget_as_read' })),
  ],
  [
    'a charge is taken back, and its budget is not',
    () => checked(takeBackModel([1, 1, 1], UNCAPPED, { kills: 0, losses: 0, budget: 2, fault: 'budget_kept' })),
  ],
  [
    'the receipt of another request proves that a debit was not written',
    () => checked(receiptModel([1, 2, 3], 0, 'another_receipt_proves_absence')),
  ],
  [
    'a debit is taken back although an answer was given from its receipt',
    () => checked(receiptModel([1, 1, 2], 0, 'take_kept')),
  ],
  [
    'research is settled although its request changed since it was read',
    () => checkedWorld(researchWorld('settlement', { kills: 0, losses: 0 }, 'settles_whatever_was_read')),
  ],
  [
    'a delivery claims a part although its request changed since it was read',
    () => checkedWorld(researchWorld('settlement', { kills: 0, losses: 0 }, 'claims_whatever_was_read')),
  ],
  [
    'a statement is written although its row changed since it was read',
    () => checkedWorld(closingWorld('settlements', { kills: 0, losses: 0 }, 'states_a_row_that_changed')),
  ],
  [
    'a charge in doubt is taken back although its period was stated since it was read',
    () => checkedWorld(closingWorld('settlements', { kills: 0, losses: 0 }, 'resolves_in_a_stated_period')),
  ],
  [
    'a charge that was not recorded is resolved although its debit is void',
    () => checkedWorld(resolveWorld({ kills: 0, losses: 1 }, 'resolves_what_is_void')),
  ],
  [
    'a resolution leaves the debit free to be written',
    () => checkedWorld(resolveWorld({ kills: 0, losses: 1 }, 'leaves_the_debit_open')),
  ],
  [
    'a key is changed although it changed since it was read',
    () => checkedWorld(keyWorld({ kills: 0, losses: 0 }, 'change_without_revision')),
  ],
  [
    'a code is spent although it was spent before',
    () => checkedWorld(signInWorld({ kills: 0, losses: 0 }, 'code_spent_twice')),
  ],
  [
    'a refresh token is exchanged although it was exchanged since it was read',
    () => checkedWorld(signInWorld({ kills: 0, losses: 0 }, 'rotates_whatever_was_read')),
  ],
];

const wantsPlanted = process.argv.includes('--planted');
if (wantsPlanted)
  for (const [fault, make] of PLANTED) {
    const { title, explored } = make();
    const { states, violation } = await explored();
    if (violation === undefined) process.exitCode = 1;
    console.log(`${title}: ${fault}`);
    console.log(
      violation === undefined
        ? `  NOT FOUND in ${states} states`
        : `  ${violation.what}: ${violation.history.join(' → ')}`,
    );
  }
else {
  let sum = 0;
  for (const make of MODELS) {
    const { title, explored } = make();
    const startedMs = performance.now();
    const { states, violation } = await explored();
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    sum += states;
    console.log(`${title}: ${states} states, ${violation === undefined ? 0 : 1} violations, ${seconds} s`);
    if (violation === undefined) continue;
    process.exitCode = 1;
    console.log(`  ${violation.what}: ${violation.history.join(' → ')}`);
  }
  console.log(
    `all ${MODELS.length} models: ${sum} states, ${process.exitCode === undefined ? 'no violation' : 'VIOLATIONS'}`,
  );
}
