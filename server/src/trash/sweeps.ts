import { hour } from '../clock.ts'
import type { Services } from '../services.ts'
import type { Sweep } from '../sweeps.ts'
import { purgeTrash } from './service.ts'

export const trashSweeps = (services: Services): readonly Sweep[] => [
  { name: 'trash', every: hour, run: () => purgeTrash(services) },
]
