/** Filters the calls by request id, result, key, tool and time. Each choice is an address. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Segments } from '../../../design/filters.tsx';
import { Icon } from '../../../design/icon.tsx';
import { go } from '../../../parts/route.ts';
import { addressOfFilter, isRequestId, RESULTS, timesAt, type Caller, type RequestFilter } from './request-filter.ts';
import { TOOL_NAMES } from './request-labels.ts';

interface FiltersProps {
  readonly filter: RequestFilter;
  readonly callers: ReadonlyMap<string, Caller>;
  readonly nowMs: number;
}

export function RequestFilters({ filter, callers, nowMs }: FiltersProps) {
  const show = (changed: Partial<RequestFilter>) => go(addressOfFilter({ ...filter, ...changed }));
  const times = timesAt(nowMs);
  return (
    <div class="row filters">
      <IdBox filter={filter} />
      <Segments
        label="Outcome"
        choices={[
          {
            href: addressOfFilter({ ...filter, result: undefined }),
            name: 'All',
            isCurrent: filter.result === undefined,
          },
          ...RESULTS.map(({ result, name }) => ({
            href: addressOfFilter({ ...filter, result }),
            name,
            isCurrent: result === filter.result,
          })),
        ]}
      />
      <Choice label="Key" value={filter.key} all="All keys" onChoose={(key) => show({ key })}>
        {filter.key !== undefined && !callers.has(filter.key) && <option value={filter.key}>{filter.key}</option>}
        {[...callers].map(([id, { name, of }]) => (
          <option key={id} value={id}>
            {of === undefined ? name : `${name}, ${of}`}
          </option>
        ))}
      </Choice>
      <Choice label="Tool" value={filter.tool} all="All tools" onChoose={(tool) => show({ tool })}>
        {TOOL_NAMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice label="Time" value={filter.time} onChoose={(time = filter.time) => show({ time })}>
        {times
          .filter(({ isDay }) => !isDay)
          .map(({ time, name }) => (
            <option key={time} value={time}>
              {name}
            </option>
          ))}
        <optgroup label="One day, UTC">
          {times
            .filter(({ isDay }) => isDay)
            .map(({ time, name }) => (
              <option key={time} value={time}>
                {name}
              </option>
            ))}
        </optgroup>
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  /** The label for no choice. */
  readonly all?: string;
  /** @param value undefined: all */
  readonly onChoose: (value: string | undefined) => void;
  readonly children?: ComponentChildren;
}

function Choice({ label, value = '', all, onChoose, children }: ChoiceProps) {
  return (
    <div class="field">
      <select
        class="select"
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value || undefined)}
      >
        {all !== undefined && <option value="">{all}</option>}
        {children}
      </select>
    </div>
  );
}

/** Searches for a complete id immediately, over all days. */
function IdBox({ filter }: { readonly filter: RequestFilter }) {
  const hint = useId();
  const [isWrong, setWrong] = useState(false);
  const look = (text: string): void => {
    const id = text.trim();
    setWrong(false);
    if (id === '') go(addressOfFilter({ ...filter, request: undefined }), 'replace');
    else if (isRequestId(id)) go(addressOfFilter({ time: 'week', request: id }), 'replace');
  };
  return (
    <form
      class="grow"
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget).get('request');
        const text = typeof given === 'string' ? given.trim() : '';
        setWrong(text !== '' && !isRequestId(text));
      }}
    >
      <div class="searchbox">
        <Icon name="search" />
        <input
          class="input search"
          type="search"
          name="request"
          placeholder="Request id"
          aria-label="Request id"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? hint : undefined}
          autocomplete="off"
          value={filter.request ?? ''}
          onInput={(event) => look(event.currentTarget.value)}
        />
      </div>
      {isWrong && (
        <p id={hint} role="alert" class="wrong-text">
          A request id is req_ and 20 letters or digits.
        </p>
      )}
    </form>
  );
}
