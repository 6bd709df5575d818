/**
 * Writes the file that OpenAI's form for apps imports
 * (developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json): the tools with their hints and a reason for
 * each, and cases that its reviewers play. Hints come from the tool list, reasons and cases from the tasks of the eval.
 */
import type { Task } from './tasks-file.ts';
import { COST_WORDS, TOOL_GUIDE, type ToolGuide } from '../core/api/front-door/tool-guide.ts';
import { TOOLS } from '../core/api/tools/definitions/all-tools.ts';
import { RESEARCH_PRICE_USD_TEXT } from '../core/money.ts';
import { OUR_NAME, SERVICE_DESCRIPTION } from '../core/service-face.ts';

const POSITIVE = 5;
const NEGATIVE = 3;
/**
 * One case for each of these, because the form takes five: a part, a list, words, a record, and research that was
 * agreed to.
 */
const SHOWN = ['lookup_part', 'lookup_parts', 'search_items', 'get_usage', 'request_enrichment'];

/** @throws {Error} when the tasks have too few cases, or no task of a tool */
export function appSubmission(tasks: readonly Task[]) {
  const negative = tasks.filter(({ first }) => first.includes('none'));
  if (negative.length < NEGATIVE)
    throw new Error(`The eval has ${negative.length} tasks without a call; ${NEGATIVE} are needed.`);
  return {
    $schema: 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json',
    schema_version: 1,
    app_info: {
      display_name: OUR_NAME,
      subtitle: 'Find and check product parts',
      description: `${SERVICE_DESCRIPTION} Records have identifiers, UNSPSC codes, dimensions, specifications and whether a part is still made; no prices and no stock.`,
      category: 'BUSINESS',
    },
    tools: Object.fromEntries(TOOL_GUIDE.map((guide) => [guide.name, submittedTool(guide, tasks)])),
    test_cases: SHOWN.slice(0, POSITIVE).map((name) => positiveCase(name, tasks)),
    negative_test_cases: negative.slice(0, NEGATIVE).map(({ ask }) => ({
      description: 'Needs no product data.',
      user_prompt: ask,
      file_attachment_urls: null,
      tools_triggered: null,
      expected_output: 'No tool is called: the request is outside what the app does.',
      expected_output_url: null,
    })),
  };
}

function submittedTool(guide: ToolGuide, tasks: readonly Task[]) {
  const tool = TOOLS.find(({ name }) => name === guide.name);
  if (tool === undefined) throw new Error(`There is no tool ${guide.name}.`);
  const { changesData } = tool;
  return {
    annotations: { readOnlyHint: !changesData, destructiveHint: false, openWorldHint: changesData },
    justifications: changesData ? reasonsOfResearch(tasks) : reasonsOfReading(guide, tasks),
  };
}

function reasonsOfReading({ name, does, cost }: ToolGuide, tasks: readonly Task[]) {
  const { ask } = taskOf(name, tasks);
  const counted = cost === 'nothing' ? 'and is free' : 'and only counts the tokens of what it returned';
  return {
    read_only_justification: `Returns ${does}, as for “${oneLine(ask)}”; it creates, changes and deletes nothing, ${counted}.`,
    open_world_justification:
      'Reads only this service’s own index and the customer’s own account, and sends nothing to another system.',
    destructive_justification: 'Has no argument that deletes, overwrites, sends or revokes anything.',
  };
}

function reasonsOfResearch(tasks: readonly Task[]) {
  const forbidding = tasks.filter(({ forbidden }) => forbidden.includes('request_enrichment')).length;
  const { ask } = taskOf('request_enrichment', tasks);
  return {
    read_only_justification: `Stores a request for research in the customer’s account and may cost ${COST_WORDS.research}, so it is called only when the person agrees, as in “${oneLine(ask)}”; ${forbidding} of ${tasks.length} evaluation tasks forbid it.`,
    open_world_justification:
      'Research sends the manufacturer and the part number to outside sources of product data, and never who asked.',
    destructive_justification: `Adds a request and deletes or overwrites nothing; repeating it is free, a part that is not found costs nothing, and the customer’s spending cap bounds the $${RESEARCH_PRICE_USD_TEXT} a part.`,
  };
}

function positiveCase(name: string, tasks: readonly Task[]) {
  const { ask, first, needs } = taskOf(name, tasks);
  const guide = TOOL_GUIDE.find((one) => one.name === name);
  const triggered = [...new Set([first[0], ...needs])].filter((tool) => tool !== undefined && tool !== 'none');
  return {
    description: `Use it ${guide?.use ?? ''}.`,
    user_prompt: ask,
    file_attachment_urls: null,
    tools_triggered: triggered.join(', '),
    expected_output: `Answers from what the tool returns (${guide?.does ?? ''}), or says what the tool's message advises if nothing is found.`,
    expected_output_url: null,
  };
}

/** @throws {Error} when no task calls the tool first or needs it */
function taskOf(name: string, tasks: readonly Task[]): Task {
  const found =
    tasks.find(({ first, key }) => key === 'live' && first[0] === name) ??
    tasks.find(({ needs }) => needs.some((one) => one === name));
  if (found === undefined) throw new Error(`No task of the eval calls ${name}.`);
  return found;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
