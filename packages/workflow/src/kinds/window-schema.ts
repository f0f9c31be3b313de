import { z } from 'zod';

/** How many tokens one request to a model may have; a token is taken to be four characters. Default 8,000. */
export const windowSchema = z.number().int().min(1000).max(10_000_000).optional();
export const DEFAULT_WINDOW_TOKENS = 8_000;
