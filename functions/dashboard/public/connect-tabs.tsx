/**
 * Shows how to connect each assistant, with one tab each and without a script: the style sheet shows the pane of the
 * selected radio button. core/api/front-door/install-options.ts has the text to paste.
 */
import type { ComponentChildren } from 'preact';
import { connectorLink, installOptions, type InstallOption } from '../../../core/api/front-door/install-options.ts';
import { LinkButton } from '../../../web/design/button.tsx';
import type { DashboardSettings } from '../dashboard-settings.ts';

/** These clients need only the URL, and sign in. */
const CONNECTORS = 'Claude and ChatGPT';

interface ConnectTabsProps {
  readonly settings: DashboardSettings;
  /** The names of the tabs; undefined for every client. */
  readonly shown?: readonly string[];
}

export function ConnectTabs({ settings, shown }: ConnectTabsProps) {
  const options = installOptions(settings);
  const [first, ...others] = options.map(({ client }) => client);
  const names = shown ?? [first, CONNECTORS, ...others];
  // Without assistant sign-in there are no connectors.
  const tabs = names.flatMap((name) => {
    const option = options.find(({ client }) => client === name);
    return option === undefined && !settings.signIn ? [] : [{ name, option }];
  });
  return (
    <div class={shown === undefined ? 'connect all' : 'connect'}>
      <fieldset class="picks">
        <legend class="unseen">Your assistant</legend>
        {tabs.map(({ name }, index) => (
          <label key={name}>
            <input class="unseen" type="radio" name="client" checked={index === 0} />
            {name}
          </label>
        ))}
      </fieldset>
      {tabs.map(({ name, option }) => (
        <div class="pane" key={name}>
          {option === undefined ? <Connector settings={settings} /> : <Installed option={option} settings={settings} />}
        </div>
      ))}
    </div>
  );
}

function Connector({ settings }: { readonly settings: DashboardSettings }) {
  return (
    <>
      <Steps>
        <li>
          <span>
            In Claude, open the link and press <b>Add</b>. In ChatGPT: <b>Apps → Create</b>, and paste the address.
          </span>
        </li>
        <li>
          <span>
            <b>Sign in</b> with a link by email. No key is needed.
          </span>
        </li>
        <li>
          <span>
            <b>Choose</b> what it may do. Spending is off unless you tick it.
          </span>
        </li>
      </Steps>
      <div class="stack">
        <div>
          <LinkButton href={connectorLink(settings)} look="primary" icon="open">
            Add to Claude
          </LinkButton>
        </div>
        <Text text={`${settings.baseUrl}/mcp`} />
      </div>
    </>
  );
}

function Installed({ option, settings }: { readonly option: InstallOption; readonly settings: DashboardSettings }) {
  const [first, ...rest] = option.how.split(/(?<=\w[.:])/);
  return (
    <>
      <Steps>
        <li>
          <span>
            <b>Make a key</b> in <a href={`${settings.dashboardUrl}/keys?new=key`}>your dashboard</a>. It shows
            everything here with the key already in it.
          </span>
        </li>
        <li>
          <span>
            <b>{first}</b>
            {rest.join('')}
          </span>
        </li>
        <li>
          <span>
            <b>Ask</b> for a part that you know.
          </span>
        </li>
      </Steps>
      <div class="stack">
        {option.link !== undefined && (
          <div>
            <LinkButton href={option.link} look="primary" icon="open">
              Add to {option.client}
            </LinkButton>
          </div>
        )}
        <Text text={option.text} />
      </div>
    </>
  );
}

function Steps({ children }: { readonly children: ComponentChildren }) {
  return <ol>{children}</ol>;
}

function Text({ text }: { readonly text: string }) {
  return (
    <div class="code short">
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}
