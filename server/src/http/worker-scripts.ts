import type { FastifyRequest } from 'fastify'
import { refuse } from '../infrastructure/errors/refusal.ts'

/** The one script that browsers may register as a service worker. */
export const WORKER_SCRIPT = '/service-worker.js'

/**
 * Browsers send this header with the script of a service worker, and with nothing else. A worker sees every request
 * below its path: a file that somebody has uploaded must never become one, whatever type it is sent with.
 */
export function refuseWorkerScripts({ headers, url }: FastifyRequest): void {
  if (headers['service-worker'] === undefined || url === WORKER_SCRIPT) return
  throw refuse('forbidden', { message: 'This is not a service worker.' })
}
