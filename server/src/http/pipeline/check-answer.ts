import { type ChangeName, type Endpoint, errorsOf } from '@holdall/api'
import * as z from 'zod/mini'
import { Refusal } from '../../infrastructure/errors/refusal.ts'

/** An answer that the table does not have for its endpoint. It is logged, and `close` of a `testApp` fails by it. */
class TableMismatch extends Error {
  override readonly name = 'TableMismatch'
}

/** Throws a `TableMismatch` for a result that is not what the endpoint's schema says. */
export function checkResult(endpoint: Endpoint, result: unknown): void {
  const { error } = z.safeParse(endpoint.response, result)
  if (error) throw new TableMismatch(`${endpoint.id} answers otherwise than the table says: ${error.message}`)
}

/** Throws a `TableMismatch` for a refusal whose code the endpoint neither lists nor implies. */
export function checkRefusal(endpoint: Endpoint, error: unknown): void {
  if (error instanceof Refusal && !errorsOf(endpoint).includes(error.code)) {
    throw new TableMismatch(`${endpoint.id} answers the code ${error.code}, which the table does not list for it.`)
  }
}

/** Throws a `TableMismatch` for a published change that the endpoint does not list. */
export function checkChanges(endpoint: Endpoint, changed: ReadonlySet<ChangeName>): void {
  const others = [...changed].filter((name) => !endpoint.changes?.includes(name))
  if (others.length > 0) {
    throw new TableMismatch(`${endpoint.id} changes ${others.join(', ')}, which the table does not list for it.`)
  }
}
