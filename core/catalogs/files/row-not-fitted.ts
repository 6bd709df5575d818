/**
 * Reads whether a row says, in a column that names no part, that its part is not fitted or its line is cancelled:
 * "nicht bestücken", "DNP", "entfällt", or "no" under "Fitted". A cell where the number stands is read by no-part.ts. A
 * word that says it of something else is left alone: "filter not required", "painted" (gestrichen), "not used" of a
 * stock. It also reads which number the row names as the one that replaces its part.
 */
import { cleanText } from '../../clean-text.ts';
import { foldText } from '../../index/part-keys/key-text.ts';
import { isPlainNumber } from '../../index/part-keys/no-part.ts';
import { ROW_FIELDS, type RowColumns } from './recognize-columns.ts';

/** Of a longer cell only its beginning is read. */
const MAX_CHARACTERS = 300;
/** The most characters that are kept of what the row says. */
const MAX_SAID = 60;

type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** @param forms beginnings before a colon, each with the ends that follow it; phrases after a comma stand alone */
function phrases(...forms: readonly string[]): Phrases {
  const all = forms.flatMap((form) => {
    const [begin = '', ends = ''] = form.includes(':') ? form.split(':') : ['', form];
    return ends.split(begin === '' ? ',' : ' ').map((end) => `${begin} ${end}`.trim().split(/\s+/));
  });
  return Map.groupBy(
    all.filter(([word]) => word !== undefined && word !== ''),
    ([word = '']) => word,
  );
}

/** Orders to leave the part out, folded, which a description gives of no other thing. */
const NOT_FITTED = phrases(
  'do not:fit populate place mount stuff assemble solder',
  'don t:fit populate place mount stuff solder',
  'dont:fit populate place mount stuff',
  'not:fitted populated stuffed',
  'not to be:fitted populated mounted placed installed assembled',
  'no stuff,no fit,no populate,no pop,nostuff,nofit,nopop,leave unpopulated,leave unfitted',
  'nicht:bestucken bestuecken bestuckt bestueckt',
  'nicht zu bestucken,nicht zu bestuecken,bleibt unbestuckt,bleibt unbestueckt,ohne bestuckung,ohne bestueckung,keine bestuckung,keine bestueckung',
  'ne pas:monter equiper implanter cabler poser peupler souder',
  'non:monte montee montes montees equipe equipee implante implantee cable cablee montare popolare popolato equipaggiare equipaggiato saldare',
  'pas:monte montee equipe cable',
  'no:montar poner poblar poblado colocar equipar equipado popular soldar',
  'sin poblar,sin equipar',
  'nao:montar montado montada popular populado colocar soldar',
  'niet:plaatsen geplaatst bestukken bestukt bestuken monteren gemonteerd',
  'nie:montowac obsadzac obsadzony obsadzone lutowac',
  'neosazovat,neosazeno,neosadit,nemontovat',
  'ej:monteras bestyckas bestyckad',
  'inte:monteras bestyckas',
  'ikke:monteres bestykket bestykkes',
  'monteras ej,bestyckas ej,ei asenneta,ei kalusteta,ala asenna,nem kell beultetni,nem beultetendo',
  'takilmayacak,takilmaz,monte edilmez,monte edilmeyecek,dizilmeyecek',
  'не:устанавливать установлен установлено монтировать ставить паять запаивать',
);
/** The same in a remark; a description says it of things that come in pieces. */
const REMARKED_NOT_FITTED = phrases(
  'not:installed mounted placed assembled soldered',
  'do not:install load',
  'nicht:montieren montiert einbauen eingebaut verbauen verbaut platzieren platziert best',
  'no:montado montada instalar instalado instalada colocado mount',
  'sin montar,non montato,non montata,non assemblare,non assemblato,non installare,ej monterad,inte monterad,ikke montert,ikke monteret',
  'unpopulated,unfitted,unbestuckt,unbestueckt',
);
/** Orders not to buy, at the end of a clause: "do not order separately" is one of something that comes with another. */
const NOT_ORDERED = phrases(
  'do not:order buy purchase procure',
  'don t:order buy',
  'dont:order buy',
  'not to be:ordered purchased',
  'nicht:bestellen kaufen beschaffen',
  'nicht mehr bestellen,nicht mehr beschaffen',
  'ne pas:commander acheter',
  'ne plus commander',
  'no:pedir comprar ordenar',
  'non:ordinare acquistare comprare',
  'nao:encomendar comprar pedir',
  'niet:bestellen kopen',
  'nie:zamawiac kupowac',
  'neobjednavat,nekupovat,bestall ej,bestalls ej,kop ej,bestilles ikke,ikke bestilles,ei tilata,ala tilaa,siparis vermeyin,siparis verilmeyecek',
  'не:заказывать покупать',
);
/** Said of the whole line, if it is all that a clause of a remark says. */
const CANCELLED = phrases(
  'cancelled,canceled,omitted,omit,deleted,removed,struck out,void,no longer required,no longer needed',
  'entfallt,entfaellt,entfallen,entf,gestrichen,storniert,storno,annulliert,geloscht,geloescht,fallt weg,faellt weg,weggefallen,nicht mehr benotigt,nicht mehr benoetigt,nicht mehr erforderlich',
  'annule,annulee,supprime,supprimee,plus necessaire',
  'anulado,anulada,cancelado,cancelada,suprimido,suprimida,eliminado,eliminada,ya no se necesita',
  'annullato,annullata,cancellato,cancellata,eliminato,eliminata,soppresso,stralciato',
  'vervallen,vervalt,geannuleerd,geschrapt,anulowano,anulowany,anulowane,skreslono,wykreslono,zruseno,zrusen,stornovano',
  'annullerad,annulleret,struken,utgar,udgar,makulerad,kansellert,peruttu,poistettu,torolve,torolt,iptal,iptal edildi',
  'отменено,отменен,отменена,аннулировано,аннулирован,снято,исключено,исключен,удалено',
);
/** A text without one of the first words says nothing of the kind, which is nearly every text. */
const FIRST_WORD = new RegExp(
  `(?:^|[^\\p{L}])(?:${[NOT_FITTED, REMARKED_NOT_FITTED, NOT_ORDERED, CANCELLED].flatMap((all) => [...all.keys()]).join('|')})(?!\\p{L})`,
  'u',
);
/** Written without spaces between words. */
const UNSPACED =
  /不[貼贴焊装]|不安装|不上件|未[貼贴焊]|空[貼贴]|[未不非]実装|実装しない|미실장|실장\s?안\s?함|미삽|미장착|不要?[订訂][购購]|勿[订訂]|不[采採][购購]|発注(?:不要|しない)|手配不要|(?:발주|주문)\s?금지/u;
const NOT_ASCII = /[^\x20-\x7e]/;
const UNSPACED_CANCELLED = /^(?:已?取消|作[废廢]|取り?消し?|キャンセル|中止|취소(?:됨)?)$/u;

/** In capitals, and part of no number: "DNP", "10k/DNP", "100n_DNP". */
const ABBREVIATION = /(?<![^\s([{,;:|/_"'“„])(?:DN[PIF]|D\.N\.[PIF]\.?)(?![^\s)\]},;:|/_"'”.!])/gu;
const LONE_ABBREVIATION = /^(?:dn[pifsml]|dnpop|d\.n\.[pif]\.?)$/iu;

/** A board is sold without its parts. */
const BARE_BOARD =
  /pcb|board|leiterplatte|platine|circuits? imprim|circuito (?:impreso|stampato)|placa|печатн|基板|电路板/iu;
/** Between the statements of a cell. */
const BETWEEN_CLAUSES = /[,;:()[\]{}|\n\r\t!?]|\.(?=\s|$)|\s[-–—/]\s/u;
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** What the words of a line's end may be followed by. */
const FOLLOWING = words(
  'ab seit am per laut wegen durch siehe nach as by due since on see par le depuis selon suite por el desde segun da dal dalla secondo op volgens sinds od dnia av den с по от',
);
/** "Not fitted with a filter" says it of the filter. */
const WITH = words('with mit avec con com met med z s с');
/** What a line is called, and the verbs between. */
const LINE = words(
  'pos position positionen item items line row part parts component order teil teile bauteil zeile artikel bestellung auftrag ligne poste article piece commande linea posicion articulo pieza pedido riga posizione articolo ordine regel rad rivi pozycja polozka позиция строка wurde wird ist is was has been est a ete fue ha sido e stato this dieser diese dieses cette esta questa the der die das la el',
);

/** Columns whose words are about the line: remarks, states, amounts, what is assembled; and those without a heading. */
const REMARK =
  /^$|remark|bemerk|comment|kommentar|coment|not[aei]|anmerk|hinweis|observ|osserv|opmerk|remarq|poznam|uwag|примеч|备注|備註|備考|비고|info|statu|state|estado|stato|stav|durum|状态|狀態|ステータス|상태|qty|quant|menge|anzahl|cantid|st(?:u|ue)ck|fitted|popul|best(?:u|ue)ck|mont|assembl|varia|action|aktion|osaz|obsad/u;
/** Headings that ask whether the part is left out, and whether it is fitted. */
const ASKS_LEFT_OUT =
  /^(?:dn[pif]|(?:do ?not|not) ?(?:populated?|placed?|fit(?:ted)?|mount(?:ed)?|install(?:ed)?)|exclude(?:d)? from (?:bom|board)|nicht best(?:u|ue)ck(?:t|en)|unbest(?:u|ue)ckt|non monte|no montar|non montare|nao montar|cancell?ed|storniert|gestrichen|entf(?:a|ae)llt|annulee?|anulad[oa]|annullat[oa]|geannuleerd)$/u;
const ASKS_FITTED =
  /^(?:is )?(?:fitted|fit|populated?|mount(?:ed)?|assembled?|install(?:ed)?|stuff(?:ed)?|best(?:u|ue)ck(?:t|en|ung)|monte|equipe|montar|montado|montare|montato|gemonteerd|osadit|osazeno|montowac|ставить|устанавливать|(?:include )?in bom|是否[贴貼]装|実装)$/u;
const YES = words('x yes y true 1 ja j oui o si s sim da tak ano evet igen kylla да д 是 はい 예 ✓ ✔ √ excluded');
const NO = words('no n false nein non nicht nie ne nej nao niet не нет н hayir nem ei 否 不 いいえ 아니오 ✗ ✘');
/** An amount of nothing is no answer under a heading that may also count. */
const ZERO_IS_NO = /^(?:is )?(?:fitted|populated?|best(?:u|ue)ckt)$/u;

interface Heading {
  readonly isRemark: boolean;
  readonly asks: 'left_out' | 'fitted' | undefined;
  readonly zeroIsNo: boolean;
}

interface OtherColumn extends Heading {
  readonly place: number;
  readonly text: string;
}

/** Every row of a file has the same columns. */
const OTHERS = new WeakMap<RowColumns, readonly OtherColumn[]>();

/** Returns what the row says, as its cell writes it; undefined for a row that says nothing of the kind. */
export function notFittedIn(
  cells: readonly string[],
  headings: readonly string[],
  columns: RowColumns,
): string | undefined {
  for (const column of othersOf(headings, columns)) {
    const cell = cells[column.place]?.trim() ?? '';
    if (cell === '') continue;
    if (answersNo(cell, column)) return cleanText(`${column.text}: ${cell}`, MAX_SAID);
    if (isPlainNumber(cell) && !/DN[PIF]/.test(cell)) continue;
    if (saysNotFitted(cell.slice(0, MAX_CHARACTERS), column.isRemark)) return cleanText(cell, MAX_SAID);
  }
  return undefined;
}

/** "Ersetzt durch CP 1432", "replaced by …", and in German with the verb last. */
const REPLACED =
  /(?<!\p{L})(?:(?:ersetzt|abgel(?:ö|oe)st)\s+durch|(?:replaced|superseded)\s+by|remplac(?:é|e)e?s?\s+par|(?:sustitu[ií]|reemplaza)d[oa]s?\s+por|sostituit[oaie]\s+da(?:l(?:la)?)?)(?:\s*:\s*|\s+)(.{3,80})|(?<!\p{L})durch\s+([^,;:]{3,40}?)\s+(?:ersetzt|abgel(?:ö|oe)st)(?!\p{L})/iu;
/** Said before it, it is denied, or only allowed. */
const NOT_REPLACED = words(
  'not never can may could might if nicht nie kann konnen koennen konnte darf wenn falls pas peut jamais si no nunca puede non mai puo se',
);
/** A dot ends a statement, but not "Nr. 1432". */
const END_OF_NUMBER = /[,;:()|\n!?]|(?<!(?<!\p{L})(?:nr|no|art|ref|typ|cod|num|n))\.(?=\s|$)|\s[-–—/]\s/iu;
/** A number after one of these is none of a part. */
const OF_SOMETHING_ELSE = words(
  'pos position positionen zeile row line item punkt ligne linea riga poste partida rev revision version ver index stand ecn eco kw week woche bis until ab from since seit am on',
);
/** The most words before the number: "the new type". */
const WORDS_BEFORE = 3;
const DATE_OR_YEAR = /^(?:(?:19|20)[0-9]{2}|[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4})$/;
const COUNTED = /^(?:x|stk|st(?:ü|ue)ck|pcs|pieces?|pi[èe]ces|piezas|pezzi|units?|mm|cm|m|kg|g|v|a|w)$/iu;

/** Returns the number that the row names as the one that replaces its part: "CP 1432"; undefined for none. */
export function replacementIn(
  cells: readonly string[],
  headings: readonly string[],
  columns: RowColumns,
): string | undefined {
  for (const { place } of othersOf(headings, columns)) {
    const cell = (cells[place] ?? '').slice(0, MAX_CHARACTERS).normalize('NFC');
    const said = REPLACED.exec(cell);
    if (said === null) continue;
    const before = wordsOf(cell.slice(0, said.index).split(END_OF_NUMBER).at(-1) ?? '');
    const number = before.some((word) => NOT_REPLACED.has(word)) ? undefined : numberIn(said[1] ?? said[2] ?? '');
    if (number !== undefined) return number;
  }
  return undefined;
}

function numberIn(said: string): string | undefined {
  const [statement = ''] = said.split(END_OF_NUMBER);
  const written = statement.split(/\s+/u).map((word) => word.replace(/^["'“„«]+|["'”“».]+$/gu, ''));
  const at = written.findIndex((word) => /[0-9]/.test(word));
  const [number = '', before = '', after = ''] = [written[at], written[at - 1], written[at + 1]];
  if (at < 0 || at > WORDS_BEFORE || DATE_OR_YEAR.test(number)) return undefined;
  if (wordsOf(before).some((word) => OF_SOMETHING_ELSE.has(word)) || (/^[0-9]+$/.test(number) && COUNTED.test(after)))
    return undefined;
  const beside = [/^\p{Lu}{1,5}$/u.test(before) ? `${before} ` : '', /^\p{Lu}{1,2}$/u.test(after) ? ` ${after}` : ''];
  const whole = `${beside[0]}${number}${beside[1]}`;
  const [characters, digits] = [whole.replace(/[^\p{L}\p{N}]/gu, ''), number.replace(/[^0-9]/g, '')];
  return characters.length >= 4 && digits.length >= 2 ? whole : undefined;
}

function othersOf(headings: readonly string[], columns: RowColumns): readonly OtherColumn[] {
  const known = OTHERS.get(columns);
  if (known !== undefined) return known;
  const others = otherColumns(headings, columns);
  OTHERS.set(columns, others);
  return others;
}

function otherColumns(headings: readonly string[], columns: RowColumns): readonly OtherColumn[] {
  const used = new Set([
    ...ROW_FIELDS.flatMap((field) => columns[field]),
    ...(columns.alternates ?? []).flatMap(({ supplier, partNumber }) => [supplier, partNumber]),
  ]);
  return headings.flatMap((heading, place) =>
    used.has(place) ? [] : [{ place, text: heading.trim(), ...readHeading(heading) }],
  );
}

function readHeading(heading: string): Heading {
  const text = wordsOf(heading.slice(0, MAX_CHARACTERS)).join(' ');
  const asks = ASKS_LEFT_OUT.test(text) ? 'left_out' : ASKS_FITTED.test(text) ? 'fitted' : undefined;
  return { isRemark: REMARK.test(text), asks, zeroIsNo: ZERO_IS_NO.test(text) };
}

/** "Yes" under "DNP", "no" under "Fitted". */
function answersNo(cell: string, { asks, zeroIsNo }: Heading): boolean {
  if (asks === undefined || cell.length > MAX_SAID) return false;
  const folded = foldText(cell);
  const [first = folded] = wordsOf(cell);
  if (asks === 'left_out') return YES.has(folded) || first === 'excluded';
  return NO.has(folded) || (zeroIsNo && folded === '0');
}

/** @param isRemark whether the cell is of a column whose words are about the line */
function saysNotFitted(cell: string, isRemark: boolean): boolean {
  if (LONE_ABBREVIATION.test(cell) || hasAbbreviation(cell, isRemark)) return true;
  if (NOT_ASCII.test(cell) && isSaidUnspaced(cell, isRemark)) return true;
  if (!FIRST_WORD.test(foldText(cell)) || (!isRemark && BARE_BOARD.test(cell))) return false;
  return cell.split(BETWEEN_CLAUSES).some((clause) => isSaidIn(clause, isRemark));
}

function isSaidUnspaced(cell: string, isRemark: boolean): boolean {
  return (
    UNSPACED.test(cell) || (isRemark && cell.split(BETWEEN_CLAUSES).some((one) => UNSPACED_CANCELLED.test(one.trim())))
  );
}

/** In a description it stands last or between signs: "DNP photo paper" is of a manufacturer. */
function hasAbbreviation(cell: string, isRemark: boolean): boolean {
  if (!/DN[PIF]|D\.N/.test(cell)) return false;
  for (const { 0: found, index } of cell.matchAll(ABBREVIATION)) {
    const [before, after] = [cell.slice(0, index), cell.slice(index + found.length)];
    if (isRemark || !/[\p{L}\p{N}]/u.test(after)) return true;
    if (/^\s*[)\]},;:|/_]/u.test(after) && /(?:^|[([{,;:|/_])\s*$/u.test(before)) return true;
  }
  return false;
}

function isSaidIn(clause: string, isRemark: boolean): boolean {
  const said = wordsOf(clause);
  for (const place of said.keys()) {
    const isEnd = (length: number): boolean => place + length === said.length;
    const next = (length: number): string => said[place + length] ?? '';
    const ordered = lengthOf(NOT_ORDERED, said, place);
    if (ordered > 0 && isEnd(ordered)) return true;
    const fitted = lengthOf(NOT_FITTED, said, place);
    if (fitted > 0 && !WITH.has(next(fitted)) && (isRemark || place === 0 || isEnd(fitted))) return true;
    if (!isRemark) continue;
    const remarked = lengthOf(REMARKED_NOT_FITTED, said, place);
    if (remarked > 0 && !WITH.has(next(remarked)) && isOfLine(said.slice(0, place))) return true;
    const cancelled = lengthOf(CANCELLED, said, place);
    if (cancelled > 0 && (isEnd(cancelled) || FOLLOWING.has(next(cancelled))) && isOfLine(said.slice(0, place)))
      return true;
  }
  return false;
}

/** Whether the words before a statement name the line, by its number or designator, or nothing. */
function isOfLine(before: readonly string[]): boolean {
  return before.every((word) => LINE.has(word) || /[0-9]/.test(word));
}

/** Returns the number of words of the longest phrase that begins at the place; 0 if none does. */
function lengthOf(all: Phrases, said: readonly string[], place: number): number {
  const known = all.get(said[place] ?? '');
  if (known === undefined) return 0;
  const fits = known.filter((phrase) => phrase.every((word, at) => said[place + at] === word));
  return Math.max(0, ...fits.map((phrase) => phrase.length));
}

function wordsOf(text: string): readonly string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
}
