import { type RunState, type TurnState, toneDescriptions } from '@cadence-agents/contracts';
import type { KindConfig } from '@cadence-agents/workflow';
import { refusalAnswer } from '../answers/refusal.ts';
import { planSlot } from '../planning/scratchpad.ts';
import { answerMaterial } from '../prompts/answer-material.ts';
import { noteFor, styleLine } from '../prompts/note.ts';
import { joinSections, triedSection, userSection } from '../prompts/prompt-sections.ts';
import { generating } from '../prompts/prompts.ts';
import { callLimits } from '../window/call-limits.ts';
import { withCorrection } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { withAnswerTerms } from './caller-terms.ts';
import type { NodeBehaviour, NodeContext, NodeResult } from './node-behaviour.ts';
import { askForWords, respondInWords } from './respond-in-words.ts';
import { spoken, spokenReply } from './spoken.ts';

/** Streams the answer. A refusal, or a question to the user, is passed on as it is. */
export const generator: NodeBehaviour<'GENERATOR'> = (setup) => {
  const { config } = setup;
  const model = setup.model(config.model);
  const respond = async (state: RunState, context: NodeContext): Promise<NodeResult> => {
    const request = {
      system: promptOf(state.turn, config),
      messages: answerMaterial(state.messages),
      note: await noteFor(
        context,
        styleLine(toneDescriptions[state.turn.tone]),
        triedSection(state.turn, callLimits(model, context.limits).room),
      ),
      speaker: context.where.node,
      tools: [],
    };
    const reply = await askForWords(context, (correction) =>
      callModel(model, withCorrection(withAnswerTerms(request, context), correction), context, {
        stream: true,
      }),
    );
    return { ...spokenReply(reply, context), label: null };
  };
  const answered = async (state: RunState, context: NodeContext): Promise<NodeResult> => {
    const { refusal, question } = planSlot.get(state.turn).scratchpad;
    const fixed = refusal ? refusalAnswer(refusal) : question;
    if (fixed === '') return respondInWords(state, context, () => respond(state, context));
    return { ...spoken(fixed, context, context.text.say(fixed)), label: null };
  };

  return async (state, context) => {
    const result = await answered(state, context);
    return { ...result, turn: { ...planSlot.set(state.turn, { phase: 'generate' }), ...result.turn } };
  };
};

function promptOf(turn: TurnState, { prompt = generating, instructions }: KindConfig<'GENERATOR'>): string {
  return joinSections(prompt, instructions, userSection(turn));
}
