import { minute } from '../infrastructure/clock.ts'
import { renderLimits } from '../infrastructure/thumbnails/renderer.ts'

/** No file of a test reaches them, however busy the machine is. */
export const patientRenderLimits = { ...renderLimits, firstTimeoutMs: 2 * minute, timeoutMs: 4 * minute }
