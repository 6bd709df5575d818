/**
 * Research of parts that the index lacks: it shows the maximum cost before the request, and never requests more parts
 * than were shown.
 */
import { useEffect, useState } from 'preact/hooks';
import type { CatalogData } from '../../../../core/dashboard/views/catalog-data.ts';
import type { ResearchAskedData, ResearchOfferData } from '../../../api-data.ts';
import { formatUsd } from '../../../../core/money.ts';
import { count, countOf, dollars, dollarsLeft } from '../../../design/amounts.ts';
import { Banner } from '../../../design/banner.tsx';
import { Button } from '../../../design/button.tsx';
import { KeyValues } from '../../../design/card.tsx';
import { changeInTurn, readInTurn } from '../../../parts/api.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { usePage } from '../../../parts/page-context.ts';

interface ResearchDialogProps {
  readonly catalog: CatalogData;
  readonly onAsked: () => Promise<void>;
  readonly onClose: () => void;
}

export function ResearchDialog({ catalog, onAsked, onClose }: ResearchDialogProps) {
  const { tell, toast, reload } = usePage();
  const [withSuggestions, setWith] = useState(false);
  const [offer, setOffer] = useState<ResearchOfferData>();
  const [fault, setFault] = useState('');
  const [asked, setAsked] = useState<number>();
  useEffect(() => {
    let isLeft = false;
    setOffer(undefined);
    readOffer(catalog.id, withSuggestions)
      .then((found) => !isLeft && setOffer(found))
      .catch((error: unknown) => !isLeft && setFault(tell(error)));
    return () => {
      isLeft = true;
    };
  }, [catalog.id, withSuggestions]);
  const ask = async (agreed: number): Promise<void> => {
    setAsked(0);
    setFault('');
    try {
      const { queued, refusal } = await askForAll(catalog.id, withSuggestions, agreed, setAsked);
      await Promise.all([onAsked(), reload()]);
      if (refusal === null) {
        toast(`${countOf(queued, 'part is', 'parts are')} being researched`);
        onClose();
      } else setFault(queued === 0 ? refusal : `${countOf(queued, 'part was', 'parts were')} asked for. ${refusal}`);
    } catch (error) {
      setFault(tell(error));
    }
    setAsked(undefined);
  };
  const isAsking = asked !== undefined;
  const title = offer === undefined ? 'Research' : `Research ${partsWords(offer)}?`;
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="body">
        <p class="muted">We look for the rows that are not in the index. What is not found is free.</p>
        {offer === undefined ? (
          <p role="status">{fault === '' ? 'Counting the parts…' : ''}</p>
        ) : (
          <Offer offer={offer} />
        )}
        {offer !== undefined && offer.parts > 0 && offer.left > 0 && (
          <p class="muted">
            {countOf(offer.left, 'row')} left out: not fitted, or without a manufacturer and part number.
          </p>
        )}
        {(offer?.held ?? 0) + (withSuggestions ? 1 : 0) > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={withSuggestions}
              disabled={isAsking}
              onChange={(event) => setWith(event.currentTarget.checked)}
            />
            <span>
              Also the rows that have a suggestion
              <span class="sub">The index may have their parts already: decide on them first.</span>
            </span>
          </label>
        )}
        {offer !== undefined && offer.refusal !== null && (
          <Banner look="warn" title="Research cannot be started">
            {offer.refusal}
          </Banner>
        )}
        {isAsking && <p role="status">{countOf(asked, 'part')} asked for…</p>}
        <p class="wrong-text" role="alert">
          {fault}
        </p>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        {offer !== undefined && offer.parts > 0 && offer.refusal === null && (
          <Button look="primary" busy={isAsking} onClick={() => !isAsking && void ask(offer.parts)}>
            Research for at most {mostOf(offer)}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Offer({ offer }: { readonly offer: ResearchOfferData }) {
  if (offer.parts === 0)
    return (
      <p>No row names a part that can be researched: it needs a manufacturer and a part number, and must be fitted.</p>
    );
  const left = offer.cap_left_nano_usd;
  return (
    <KeyValues
      rows={[
        { name: `At most (${count(offer.parts)} × ${dollars(formatUsd(offer.price_nano_usd))})`, value: mostOf(offer) },
        { name: 'Left under your cap', value: left === null ? 'no cap' : dollarsLeft(formatUsd(left)) },
        { name: 'You pay', value: 'only for what is found', isTotal: true },
      ]}
    />
  );
}

/** `4 of 6 parts`, as many as the button that opens this says. */
function partsWords({ parts, left }: ResearchOfferData): string {
  return left === 0 || parts === 0 ? countOf(parts, 'part') : `${count(parts)} of ${countOf(parts + left, 'part')}`;
}

/** The price of all parts; the cap may end the research earlier. */
function mostOf({ parts, price_nano_usd: price }: ResearchOfferData): string {
  return dollars(formatUsd(parts * price));
}

async function readOffer(catalogId: string, withSuggestions: boolean): Promise<ResearchOfferData> {
  let offer: ResearchOfferData | undefined;
  let after: string | undefined;
  do {
    const part: ResearchOfferData = await readInTurn('/catalogs/research', {
      catalog_id: catalogId,
      after,
      with_suggestions: String(withSuggestions),
    });
    offer = {
      ...part,
      parts: part.parts + (offer?.parts ?? 0),
      left: part.left + (offer?.left ?? 0),
      held: part.held + (offer?.held ?? 0),
    };
    after = part.next === null ? undefined : String(part.next);
  } while (after !== undefined);
  return offer;
}

async function askForAll(
  catalogId: string,
  withSuggestions: boolean,
  agreed: number,
  onAsked: (parts: number) => void,
): Promise<{ readonly queued: number; readonly refusal: string | null }> {
  let queued = 0;
  for (let after: number | null = 0; after !== null && queued < agreed;) {
    const part: ResearchAskedData = await changeInTurn('/catalogs/research', {
      catalog_id: catalogId,
      after,
      with_suggestions: withSuggestions,
      most_parts: agreed - queued,
    });
    queued += part.queued;
    onAsked(queued);
    if (part.refusal !== null) return { queued, refusal: part.refusal };
    after = part.next;
  }
  return { queued, refusal: null };
}
