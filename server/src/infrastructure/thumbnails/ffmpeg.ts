import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { second } from '../clock.ts'
import { limitMemory } from './limit-process.ts'
import type { RenderLimits } from './renderer.ts'

const MiB = 1024 * 1024
const MAX_FRAME_BYTES = 32 * MiB
/** Of one side of a frame. */
const MAX_FRAME_PIXELS = 1440

/**
 * The demuxer for a detected type. FFmpeg is never left to choose one: it would follow a playlist that is disguised as a
 * video to other files and addresses.
 */
const demuxers: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/mpeg': 'mpeg',
  'video/ogg': 'ogg',
  'video/webm': 'matroska',
  'video/x-flv': 'flv',
  'video/x-matroska': 'matroska',
  'video/x-msvideo': 'avi',
}

/** The arguments that write one frame of a video, `seekSeconds` after its start, as a PNG image to the output. */
export function frameArguments(path: string, demuxer: string, seekSeconds: number): string[] {
  const side = (name: 'iw' | 'ih') => `'min(${MAX_FRAME_PIXELS},${name})'`
  return [
    ['-nostdin', '-hide_banner', '-loglevel', 'error', '-max_alloc', String(256 * MiB)],
    // Of the input: they are in front of it.
    ['-threads', '1', '-protocol_whitelist', 'file,pipe', '-f', demuxer, '-ss', String(seekSeconds)],
    ['-i', `file:${path}`],
    ['-map', '0:v:0', '-an', '-sn', '-dn', '-frames:v', '1', '-threads', '1'],
    ['-vf', `scale=w=${side('iw')}:h=${side('ih')}:force_original_aspect_ratio=decrease`],
    ['-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
  ].flat()
}

/** The path of FFmpeg, in one of the folders of `PATH`; null when it is not installed. */
export async function findFfmpeg(): Promise<string | null> {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute)) {
    const path = join(folder, name)
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return null
}

/** What an installed FFmpeg calls itself, like `ffmpeg version 7.1`; null when it does not run. */
export async function ffmpegVersion(ffmpeg: string): Promise<string | null> {
  const limits = { timeoutMs: 5 * second, memoryBytes: 512 * MiB }
  const output = await run(ffmpeg, ['-version'], limits, AbortSignal.timeout(limits.timeoutMs))
  return output && (/^ffmpeg version [^\s]{1,60}/.exec(output.toString('utf8'))?.[0] ?? null)
}

/** A frame near the start of a video as a PNG image; null when FFmpeg finds none. Rejects when aborted. */
export async function frameOf(
  ffmpeg: string,
  { path, mime }: { readonly path: string; readonly mime: string },
  limits: Pick<RenderLimits, 'timeoutMs' | 'memoryBytes'>,
  signal: AbortSignal,
): Promise<Buffer | null | 'timed-out'> {
  const demuxer = demuxers[mime]
  if (demuxer === undefined) return null
  const endsAtMs = performance.now() + limits.timeoutMs
  // Many begin with a black frame; one that is shorter has none at this time.
  for (const seekSeconds of [1, 0]) {
    const timeoutMs = endsAtMs - performance.now()
    if (timeoutMs <= 0) return 'timed-out'
    const args = frameArguments(path, demuxer, seekSeconds)
    const frame = await run(ffmpeg, args, { ...limits, timeoutMs }, signal)
    if (frame && frame.length > 0) return frame
  }
  return performance.now() < endsAtMs ? null : 'timed-out'
}

/** The output of a program; null when it fails or exceeds a limit. */
async function run(
  program: string,
  args: readonly string[],
  { timeoutMs, memoryBytes }: Pick<RenderLimits, 'timeoutMs' | 'memoryBytes'>,
  signal: AbortSignal,
): Promise<Buffer | null> {
  signal.throwIfAborted()
  // The environment has the secrets of the server.
  const child: ChildProcess = spawn(program, args, { env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
  const kill = () => child.kill('SIGKILL')
  const stopChecks = limitMemory(child, memoryBytes)
  const timer = setTimeout(kill, timeoutMs)
  signal.addEventListener('abort', kill, { once: true })
  const parts: Buffer[] = []
  let length = 0
  child.stdout?.on('data', (part: Buffer) => {
    length += part.length
    if (length > MAX_FRAME_BYTES) kill()
    else parts.push(part)
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  stopChecks()
  clearTimeout(timer)
  signal.removeEventListener('abort', kill)
  signal.throwIfAborted()
  return code === 0 ? Buffer.concat(parts) : null
}
