import type { JsonValue, Tool, ToolContext } from '@cadence-agents/contracts';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { listSchema, objectSchema } from './response-schemas.ts';
import { type ToolDefinition, tool } from './tool.ts';

describe('tool', () => {
  it('gives run the type of its arguments, defaults and transforms applied', () => {
    const input = z.object({
      city: z.string(),
      days: z.number().default(1),
      tags: z.string().transform((text) => text.split(',')),
      unit: z.enum(['C', 'F']).optional(),
    });
    const made = tool({
      name: 'forecast',
      description: 'The weather to come.',
      input,
      run: (args, context) => {
        expectTypeOf(args).toEqualTypeOf<{
          city: string;
          days: number;
          tags: string[];
          unit?: 'C' | 'F' | undefined;
        }>();
        expectTypeOf(context).toEqualTypeOf<ToolContext>();
        return args.city;
      },
    });
    expectTypeOf(made).toEqualTypeOf<Tool>();
    expect(made.input).toBe(input);
  });

  it('takes only a run that fits the input and answers with JSON', () => {
    type Run = ToolDefinition<z.ZodObject<{ city: z.ZodString }>>['run'];
    expectTypeOf<Run>().parameter(0).toEqualTypeOf<{ city: string }>();
    expectTypeOf<(args: { city: number }) => string>().not.toExtend<Run>();
    expectTypeOf<(args: { city: string }) => Date>().not.toExtend<Run>();
    expectTypeOf<() => Promise<JsonValue>>().toExtend<Run>();
  });

  it('takes only an input that is an object', () => {
    expectTypeOf<typeof tool>().toBeCallableWith({
      name: 'x',
      description: 'x',
      input: z.object({}),
      run: () => null,
    });
    expectTypeOf<z.ZodString>().not.toExtend<Parameters<typeof tool>[0]['input']>();
  });

  it('does not parse what its caller has parsed', async () => {
    const doubled = tool({
      name: 'doubled',
      description: 'Twice as much.',
      input: z.object({ n: z.number().transform((n) => n * 2) }),
      run: ({ n }) => n,
    });
    expect(await doubled.run(doubled.input.parse({ n: 2 }), Object.create(null))).toBe(4);
  });
});

describe('objectSchema and listSchema', () => {
  const shape = { title: z.string(), score: z.number() };

  it('describe an object', () => {
    const schema = objectSchema('The best hit.', shape);
    expectTypeOf<z.infer<typeof schema>>().toEqualTypeOf<{ title: string; score: number }>();
    expect(z.toJSONSchema(schema)).toMatchObject({
      type: 'object',
      description: 'The best hit.',
      required: ['title', 'score'],
    });
  });

  it('describe a list of objects', () => {
    const schema = listSchema('All hits.', shape);
    expectTypeOf<z.infer<typeof schema>>().toEqualTypeOf<{ title: string; score: number }[]>();
    expect(z.toJSONSchema(schema)).toMatchObject({
      type: 'array',
      description: 'All hits.',
      items: { type: 'object', required: ['title', 'score'] },
    });
  });
});
