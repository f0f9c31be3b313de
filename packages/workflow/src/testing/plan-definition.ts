import {
  type AgentDefinition,
  END_LABEL,
  type WorkflowDefinition,
  type WorkflowEdge,
  type WorkflowNode,
} from '@cadence-agents/contracts';
import type { AgentPlan, DefinitionPlan } from './definition-plan.ts';

const WORKFLOW = 'made-up';
const TOOLS = 'tools';
const HUMAN = 'human';

/** The definition a plan stands for. Its agents' tools are `tool_0`, `tool_1`…, with `tool_shared` among them. */
export function planDefinition(plan: DefinitionPlan): WorkflowDefinition {
  const sketch = new Sketch(plan);
  for (const i of plan.agents.keys()) sketch.addAgent(i);
  sketch.addToolExecutor();
  sketch.addHandoff();
  return {
    id: WORKFLOW,
    name: 'Made up',
    ...(plan.isConversational !== undefined && { isConversational: plan.isConversational }),
    entrypointNodeId: 'a0',
    nodes: sketch.nodes,
    edges: sketch.edges,
    ...(plan.limits !== undefined && { limits: plan.limits }),
    agents: sketch.agents,
  };
}

class Sketch {
  readonly nodes: WorkflowNode[] = [];
  readonly edges: WorkflowEdge[] = [];
  readonly agents: AgentDefinition[] = [];
  readonly #plan: DefinitionPlan;

  constructor(plan: DefinitionPlan) {
    this.#plan = plan;
  }

  addAgent(i: number): void {
    const agent = this.#agent(i);
    const id = `a${i}`;
    const tools = toolsOf(agent, i);
    this.agents.push({ id: `agent-${i}`, name: `Agent ${i}`, systemPrompt: `You are agent ${i}.`, tools });
    this.#linkOnward(i);
    if (this.#hasEnd(i)) this.#link(id, null, END_LABEL);
    if (agent.hasHumanEdge && !['none', 'unlinked'].includes(this.#plan.handoff))
      this.#link(id, HUMAN, 'ask');
    const [firstTool] = tools;
    if (firstTool !== undefined) {
      const always = agent.toolEdge === 'always' && this.#hasEnd(i) && !this.#leaves(id, null);
      this.#link(id, TOOLS, always ? null : agent.toolEdge === 'named' ? firstTool : 'use tools');
    }
    const config = this.#config(i);
    this.#node(id, 'AGENT', this.#nameOf(i), { agentId: `agent-${i}`, ...(config && { config }) });
  }

  addToolExecutor(): void {
    const { agents, toolExits } = this.#plan;
    const users = [...agents.keys()].filter((i) => this.#agent(i).tools > 0);
    const [first] = users;
    if (first === undefined) return;
    this.#node(TOOLS, 'TOOL_EXECUTOR', TOOLS, { config: { concurrency: 4 } });
    if (toolExits === 'always' || toolExits === 'both') this.#link(TOOLS, this.#target(first, 0), null);
    if (toolExits === 'per-tool' || toolExits === 'both') {
      for (const i of users) this.#link(TOOLS, this.#target(i, 1), `tool_${i}`);
    }
  }

  addHandoff(): void {
    const { handoff } = this.#plan;
    if (handoff === 'none') return;
    const configured = handoff === 'configured-choices';
    const config = configured ? { question: 'Go on?', choices: ['go on', END_LABEL] } : null;
    this.#node(HUMAN, 'HUMAN_HANDOFF', HUMAN, { config });
    if (handoff === 'free-answer') this.#link(HUMAN, this.#target(0, 0), null);
    if (handoff === 'choices' || configured) {
      this.#link(HUMAN, this.#target(0, 0), 'go on');
      this.#link(HUMAN, null, END_LABEL);
    }
  }

  #linkOnward(i: number): void {
    const { shape, agents } = this.#plan;
    const count = agents.length;
    const next = (i + 1) % count;
    if (shape === 'pipeline' && i + 1 < count) this.#link(`a${i}`, `a${next}`, null);
    if (shape === 'ring') this.#link(`a${i}`, `a${next}`, 'next');
    if (shape === 'always-ring') this.#link(`a${i}`, `a${next}`, null);
    if (shape === 'tree') {
      for (const child of [2 * i + 1, 2 * i + 2].filter((c) => c < count)) this.#linkByName(i, child);
    }
    if (shape === 'mesh') {
      for (const target of new Set(this.#agent(i).targets.map((t) => t % count))) this.#linkByName(i, target);
    }
  }

  #linkByName(from: number, to: number): void {
    this.#link(`a${from}`, `a${to}`, this.#nameOf(to));
  }

  /** A label or, where it is `null`, ALWAYS. */
  #link(sourceNodeId: string, targetNodeId: string | null, label: string | null): void {
    const conditionType = label === null ? 'ALWAYS' : 'CONDITIONAL';
    const id = `e${this.edges.length}`;
    this.edges.push({
      id,
      workflowId: WORKFLOW,
      sourceNodeId,
      targetNodeId,
      conditionType,
      conditionValue: label,
    });
  }

  #node(
    id: string,
    nodeType: string,
    nodeName: string,
    rest: Pick<WorkflowNode, 'agentId' | 'config'>,
  ): void {
    this.nodes.push({ id, workflowId: WORKFLOW, nodeType, nodeName, ...rest });
  }

  /** Where every node goes on always, one of them must be able to stop. */
  #hasEnd(i: number): boolean {
    return this.#agent(i).hasEndEdge || (this.#plan.shape === 'always-ring' && i === 0);
  }

  #config(i: number): WorkflowNode['config'] | undefined {
    const { config } = this.#agent(i);
    const labels = this.edges
      .filter((edge) => edge.sourceNodeId === `a${i}`)
      .flatMap((edge) => edge.conditionValue ?? []);
    const [label] = labels;
    if (config === 'none') return undefined;
    if (config === 'routes') return { routes: labels, stream: false };
    if (config === 'instructions') return { instructions: 'Be brief.', stream: true };
    // An agent that always has a label never just stops, so that it needs another way to the end.
    return config === 'default-label' && label !== undefined && this.#hasEnd(i)
      ? { defaultLabel: label }
      : {};
  }

  #leaves(id: string, label: string | null): boolean {
    return this.edges.some((edge) => edge.sourceNodeId === id && (edge.conditionValue ?? null) === label);
  }

  #target(i: number, nth: number): string {
    const { targets } = this.#agent(i);
    return `a${(targets[nth % targets.length] ?? 0) % this.#plan.agents.length}`;
  }

  #nameOf(i: number): string {
    return `a${i}${this.#agent(i).suffix}`;
  }

  #agent(i: number): AgentPlan {
    const plan = this.#plan.agents[i];
    if (plan === undefined) throw new RangeError(`The plan has no agent ${i}.`);
    return plan;
  }
}

function toolsOf({ tools }: AgentPlan, i: number): string[] {
  return [`tool_${i}`, 'tool_shared'].slice(0, tools);
}
