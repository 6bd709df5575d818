/** `admin secrets …`: the key that signs access tokens. The key itself is never shown. */
import { Command } from 'commander';
import { SigningSecret } from '../../functions/adapters/secrets/signing-secret.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { runCommand } from './console/run-command.ts';

export function secretsCommand(): Command {
  return new Command('secrets').description('The key that signs access tokens').addCommand(rotateCommand());
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description('Make a new signing key; tokens of the present one stay valid for their hour')
    .action((_options: object, command: Command) =>
      runCommand(command, async ({ stage, yes, answer }) => {
        await confirm(`The signing key of ${stage.stage} will be replaced. Go on?`, yes);
        const secret = new SigningSecret(stage.secrets, stage.output('SigningSecretId'));
        const rotated = await secret.rotate(Date.now());
        if (!rotated.ok) {
          const notBefore = new Date(rotated.reason.notBeforeMs).toISOString();
          throw new OperatorError(
            `Tokens of the key before the current one may still be valid: a second rotation has to wait until ${notBefore}.`,
          );
        }
        const { keyId } = rotated.value;
        answer({ key_id: keyId }, () => console.log(`New tokens will be signed by ${keyId} within minutes.`));
      }),
    );
}
