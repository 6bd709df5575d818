/** `admin secrets …`: rotates the key that signs access tokens, and never shows it. */
import { minuteText } from '../../../core/time.ts';
import { openAdministrationStore } from '../../../adapters/dynamodb/open-stores.ts';
import { tablesOf } from '../stage/open-stage.ts';
import { Command } from 'commander';
import { SigningSecret } from '../../../adapters/secrets/signing-secret.ts';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import { confirm } from '../console/confirm.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printText } from '../console/print.ts';
import { runCommand } from '../stage/run-command.ts';

export function secretsCommand(): Command {
  return new Command('secrets').description('Manage the key that signs access tokens').addCommand(rotateCommand());
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description('Create a new signing key; access tokens of the current key stay valid until they expire')
    .action((_options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        await confirm(`The signing key of ${stage.stage} will be replaced. Continue?`, yes);
        const secret = new SigningSecret(stage.secrets, stage.output('SigningSecretId'));
        const trail = openAdministrationStore(tablesOf(stage));
        const before = (await secret.readKeys()).current.keyId;
        const note = (what: AuditLine['what'], details: AuditLine['details']): Promise<void> =>
          trail.addStageLine({ who, what, details: { key_id_before: before, ...details }, atMs: Date.now() });
        // Secret and audit trail are two systems, so a line before the rotation records a command that is killed
        // between them.
        await note('signing_key.rotation_begun', {});
        const rotated = await secret.rotate(Date.now());
        if (!rotated.ok) {
          const notBefore = new Date(rotated.reason.notBeforeMs).toISOString();
          await note('signing_key.rotation_refused', { not_before: notBefore });
          throw new OperatorError('Access tokens of the previous key may still be valid.', {
            code: 'too_early',
            fix: `Rotate again after ${minuteText(rotated.reason.notBeforeMs)}.`,
          });
        }
        const { keyId } = rotated.value;
        await note('signing_key.rotated', { key_id_after: keyId });
        answer({ key_id: keyId }, () => {
          printText(`New access tokens will be signed with ${keyId} within minutes.`);
          next('Show the audit trail', 'audit show');
        });
      }),
    );
}
