import {
  type AgentDefinition,
  CadenceError,
  type ChatModel,
  type ModelRequest,
  type RunState,
} from '@cadence-agents/contracts';
import type { KindConfig } from '@cadence-agents/workflow';
import { limitSection } from '../answers/limit-answer.ts';
import { answerMaterial } from '../prompts/answer-material.ts';
import { noteFor } from '../prompts/note.ts';
import { joinSections } from '../prompts/prompt-sections.ts';
import { responderNote, responderPrompt } from '../prompts/responder-prompt.ts';
import { textField } from '../replies/text-field.ts';
import { askTwice, withCorrection } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { withAnswerTerms } from './caller-terms.ts';
import type { NodeContext, NodeResult, NodeSetup } from './node-behaviour.ts';
import { askForWords } from './respond-in-words.ts';
import { spoken, spokenReply } from './spoken.ts';
import {
  ANSWER_FIELD,
  type AnswerForm,
  answerForm,
  formInstruction,
  readStructured,
} from './structured-answer.ts';

/** The work that SYNTHESIZER and SUSPEND share: asks a model for the answer, as text or with a structured part. */
export function responder(
  setup: NodeSetup & { config: KindConfig<'SYNTHESIZER' | 'SUSPEND'> },
  task: 'synthesize' | 'suspend',
) {
  const { config } = setup;
  const model = setup.model(config.model);
  const prompt = responderPrompt(task, config);

  return async (state: RunState, context: NodeContext): Promise<NodeResult> => {
    const agents = agentsUsed(state, setup);
    // A form that the caller asks for takes the place of the workflow's own.
    const mode = context.terms.format ? 'none' : (config.structured ?? 'none');
    const form = mode === 'none' ? undefined : answerForm(agents);
    const request: ModelRequest = {
      system: joinSections(prompt, form && mode === 'prompt' ? formInstruction(form) : ''),
      messages: answerMaterial(state.messages),
      note: await noteFor(
        context,
        ...responderNote(state.turn, agents),
        task === 'suspend' ? limitSection(state.turn, setup.limits) : '',
      ),
      speaker: context.where.node,
      tools: [],
    };
    const wanted = withAnswerTerms(request, context);
    if (!form) return streamed(model, wanted, context);
    const asked = mode === 'model' ? { ...wanted, responseSchema: form.schema } : wanted;
    return structured(model, asked, form, context);
  };
}

async function streamed(model: ChatModel, request: ModelRequest, context: NodeContext): Promise<NodeResult> {
  const reply = await askForWords(context, (correction) =>
    callModel(model, withCorrection(request, correction), context, { stream: true }),
  );
  return { ...spokenReply(reply, context), label: null };
}

/**
 * The words are shown as they are written, and the structured part is checked. A reply that is not of the form goes back
 * once; if that does not help, the words stand alone.
 */
async function structured(
  model: ChatModel,
  request: ModelRequest,
  form: AnswerForm,
  context: NodeContext,
): Promise<NodeResult> {
  let shown = '';
  let messageId: string | undefined;
  const { last, first = last } = await askTwice(context, {
    ask: async (correction) => {
      if (correction !== '')
        return callModel(model, withCorrection(request, correction), context, { stream: false });
      const reply = await callModel(model, request, context, { stream: true, field: ANSWER_FIELD });
      shown = textField(ANSWER_FIELD, reply.content);
      messageId = reply.messageId;
      return reply;
    },
    read: ({ content }) => {
      const read = readStructured(content, form);
      // Words that were shown are not given up for a correction that the limits forbid.
      return read.value.answer !== '' && context.tokensLeft() <= 0 ? { ...read, problems: [] } : read;
    },
    options: `Send the whole object again, corrected. ${formInstruction(form)}`,
  });
  // What was shown stands, unless it may have been cut off.
  const replies = first.value.isWhole ? [first, last] : [last, first];
  const answer = replies.map(({ value }) => value.answer).find((words) => words.trim() !== '');
  if (answer === undefined) throw noWords(model);
  if (answer !== shown) {
    if (messageId !== undefined) context.text.restart();
    messageId = context.text.say(answer);
  }
  const { messages, turn } = spoken(answer, context, messageId);
  const parts = last.value.structured;
  if (parts) return { messages, turn: { ...turn, structured: parts }, label: null };
  const warning = `The structured part is left out: ${last.problems.join(' ')}`;
  return { messages, turn, label: null, warning, degraded: ['structure_missing'] };
}

const noWords = ({ name }: ChatModel) =>
  new CadenceError('MODEL_BAD_REPLY', `The model "${name}" sent no answer in the form asked for, twice.`, {
    hint: 'Use a model that keeps to a JSON Schema, or ask for no structured answers.',
    details: { model: name, reason: 'invalid' },
  });

/** The agents that were sent off in this turn, each once. */
function agentsUsed({ turn }: RunState, { view, agent }: NodeSetup): AgentDefinition[] {
  const visited = new Set(turn.pluginContext.routingHistory);
  return view.definition.nodes.flatMap(({ nodeName, agentId }) =>
    agentId && visited.has(nodeName) ? [agent(agentId)] : [],
  );
}
