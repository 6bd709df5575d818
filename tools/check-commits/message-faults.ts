/** What a commit message lacks: a subject that fits a log's line, and a body that says why. */

const LONGEST_SUBJECT = 72;

/** @returns one sentence for each fault; comment lines of git's editor are ignored */
export function faultsOf(message: string): readonly string[] {
  const [subject = '', ...rest] = message.split('\n').filter((line) => !line.startsWith('#'));
  if (/^(?:Merge|Revert|fixup!|squash!) /.test(subject)) return [];
  const [blank = ''] = rest;
  return [
    ...(subject.trim() === '' ? ['The subject is missing.'] : []),
    ...(subject.length > LONGEST_SUBJECT
      ? [`The subject has ${subject.length} characters; ${LONGEST_SUBJECT} fit.`]
      : []),
    ...(blank.trim() === '' ? [] : ['An empty line belongs after the subject.']),
    ...(rest.join('').trim() === '' ? ['The body is missing: say why.'] : []),
  ];
}
