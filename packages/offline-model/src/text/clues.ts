import { findArithmetic } from './arithmetic.ts';
import { withDigits } from './number-words.ts';
import { findPlaces, type Place } from './places.ts';
import { type ClockTime, findTimes } from './times.ts';

/** What can be read off a piece of text, for whichever argument wants it. */
export interface Clues {
  text: string;
  arithmetic: string | undefined;
  times: ClockTime[];
  places: Place[];
  /** Still to be given out, in their order. */
  numbers: number[];
  quoted: string | undefined;
  /** What the text is about: without the words that only ask. */
  topic: string;
  /** `from` and `to` as they are written out, or as in `10 km to miles`. */
  from: string | undefined;
  to: string | undefined;
}

export function readClues(text: string): Clues {
  const places = findPlaces(text);
  const times = findTimes(text);
  return {
    text,
    arithmetic: findArithmetic(text),
    times,
    places,
    numbers: [...withDigits(text).matchAll(/(?<![\p{L}\d])-?\d+(?:\.\d+)?/gu)].map(([digits]) =>
      Number(digits),
    ),
    quoted: quotedIn(text),
    topic: topicOf(text),
    ...readWay(text),
  };
}

function quotedIn(text: string): string | undefined {
  const match = /"([^"]+)"|“([^”]+)”|`([^`]+)`|(?<!\p{L})'([^']+)'(?!\p{L})/u.exec(text);
  return match?.slice(1).find((group) => group !== undefined);
}

const politeness =
  /^(?:\W*(?:hello|hi|hey|please|now|so|ok|okay|can you|could you|would you|will you|i want you to|i want to know|i would like to know|i'd like to know|do you know)\b)+[\s,:]*/i;
const asking =
  /^(?:search the web for|search online for|search for|search|look up|look for|google|find out|find|research|tell me|show me|give me|what is|what are|what's|who is|who are|who was|where is|where are|when is|when was|explain|describe|calculate|compute|translate)\b[\s,:]*/i;
const fillers = /^(?:(?:about|on|information|the|a|an)\s+)+/i;

/** What a request is about, as `async programming` of `Please search for async programming.` */
function topicOf(text: string): string {
  const trimmed = text.trim().replace(/[\s.?!;,:]+$/, '');
  const topic = trimmed.replace(politeness, '').replace(asking, '').replace(fillers, '').trim();
  return topic === '' ? trimmed : topic;
}

function readWay(text: string): { from: string | undefined; to: string | undefined } {
  const written = /\bfrom\s+(\S+(?:\s+\S+)?)\s+(?:in)?to\s+(\S+(?:\s+\p{Lu}\S*)?)/iu.exec(text);
  const measured = /\d\s*([\p{L}°]+)\s+(?:in|into|to|as)\s+([\p{L}°]+)/iu.exec(text);
  const match = written ?? measured;
  const clean = (part: string | undefined) => part?.replace(/[.,;:?!]+$/, '');
  return { from: clean(match?.[1]), to: clean(match?.[2]) };
}
