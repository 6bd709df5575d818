/** Plays tasks one after another against one service, and judges each. */
import type { ModelSettings } from './chat-model.ts';
import { spendCap, type DemoService } from './demo-service.ts';
import { judgeTask, type JudgedTask } from './judge-task.ts';
import { playTask } from './play-task.ts';
import type { Task } from './tasks-file.ts';

export async function runTasks(
  tasks: readonly Task[],
  model: ModelSettings,
  service: DemoService,
  onJudged: (judged: JudgedTask) => void = () => undefined,
): Promise<readonly JudgedTask[]> {
  const all: JudgedTask[] = [];
  for (const task of tasks) {
    const tools = await service.toolsFor(task.key);
    if (task.before === 'cap_spent') await spendCap(tools);
    const judged = judgeTask(await playTask(task, model, tools));
    onJudged(judged);
    all.push(judged);
  }
  return all;
}
