import * as z from 'zod/mini'
import { parseInput } from '../http/pipeline/parse-input.ts'

/** What is checked of every input, whatever its schema. The work is counted in a process of its own. */
export const parseAnyInput = (input: unknown): unknown => parseInput(z.unknown(), input)
