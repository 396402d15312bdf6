/**
 * The part of zod/mini that runs in browsers. The shell provides it to every section. Shared packages are not
 * tree-shaken, so each further function makes every first screen larger.
 *
 * @example
 * import * as z from '@holdall/schema'
 * const Point = z.object({ x: z.number(), y: z.number() })
 */
export {
  array,
  boolean,
  discriminatedUnion,
  enum,
  extend,
  int,
  intersection,
  literal,
  maxLength,
  minLength,
  nonnegative,
  normalize,
  nullable,
  number,
  object,
  omit,
  optional,
  pick,
  pipe,
  record,
  refine,
  regex,
  string,
  toLowerCase,
  transform,
  trim,
  union,
  unknown,
} from 'zod/mini'
export type { core, infer, input, output, ZodMiniType } from 'zod/mini'
