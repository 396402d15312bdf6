import type { FastifyRequest } from 'fastify'
import { addressOf } from '../content/address.ts'
import type { Services } from '../services.ts'
import { sharesOf } from '../sharing/store.ts'
import type { View } from './present.ts'
import type { EntryRow } from './space.ts'

/** How an owner sees these entries: with their links, and addresses that open for them. */
export async function ownerView(
  services: Services,
  request: FastifyRequest,
  userId: string,
  topId: string,
  rows: readonly EntryRow[],
): Promise<View> {
  return {
    topId,
    address: (file) => addressOf(services, { kind: 'user', id: userId }, file),
    shares: await sharesOf(
      services.db,
      rows.map((row) => row.id),
    ),
    origin: originOf(services, request),
    now: services.clock.now(),
  }
}

/** Where people reach this Holdall: as the operator says, else as this caller did. */
export const originOf = ({ config }: Pick<Services, 'config'>, request: FastifyRequest): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`
