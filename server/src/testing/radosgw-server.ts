import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { S3Settings } from '../infrastructure/blobs/s3-settings.ts'

const run = promisify(execFile)
const START_MS = 90_000

export interface RadosgwServer {
  /** Of a bucket that is empty. */
  readonly settings: S3Settings
  stop(): Promise<void>
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer().once('error', reject)
          server.listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  return servers.map((server) => {
    const { port } = server.address() as { port: number }
    server.close()
    return port
  })
}

/** A cluster of one node that keeps everything in memory, and nothing after its end. */
const configOf = (folder: string, fsid: string, [mon, ...osd]: readonly number[], gateway: number) => `[global]
fsid = ${fsid}
mon host = v2:127.0.0.1:${mon}
ms bind ipv6 = false
ms bind port min = ${Math.min(...osd)}
ms bind port max = ${Math.max(...osd)}
public network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms mon cluster mode = crc
ms mon service mode = crc
run dir = ${folder}
admin socket = ${folder}/$name.asok
crash dir = ${folder}
log file =
log to stderr = true
err to stderr = true
mon data = ${folder}/mon
mon data avail crit = 1
mon data avail warn = 1
mon allow pool size one = true
mon max pg per osd = 1000
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd max pg log entries = 100
osd min pg log entries = 10
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw data = ${folder}/rgw
rgw thread pool size = 64
rgw enable usage log = false
rgw dynamic resharding = false
rgw run sync thread = false
`

/** Ceph's S3 server, as Debian packages it, on this machine. Throws with its output where it does not start. */
export async function startRadosgw(): Promise<RadosgwServer> {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-ceph-'))
  const started: { readonly name: string; readonly child: ChildProcess; readonly ended: Promise<unknown> }[] = []
  async function stop(): Promise<void> {
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const fsid = randomUUID()
    const [mon = 0, gateway = 0, ...spare] = await freePorts(2)
    const conf = join(folder, 'ceph.conf')
    const first = 20_000 + (mon % 20_000)
    writeFileSync(conf, configOf(folder, fsid, [mon, ...spare, first, first + 200], gateway))
    for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))
    const ceph = (...args: readonly string[]) => run('ceph', ['-c', conf, '--connect-timeout', '20', ...args])

    const begin = (name: string, program: string, ...args: readonly string[]) => {
      const log = openSync(join(folder, `${name}.log`), 'w')
      const child = spawn(program, ['-c', conf, '-f', ...args], { stdio: ['ignore', log, log] })
      closeSync(log)
      started.push({ name, child, ended: new Promise((resolve) => child.once('close', resolve)) })
    }
    const until = async (what: string, isReady: () => Promise<boolean>) => {
      for (const end = Date.now() + START_MS; !(await isReady().catch(() => false)); await sleep(200)) {
        const dead = started.find(({ child }) => child.exitCode !== null)
        if (!dead && Date.now() < end) continue
        const { name } = dead ?? started.at(-1)!
        const output = readFileSync(join(folder, `${name}.log`), 'utf8')
          .split('\n')
          .slice(-20)
          .join('\n')
        throw new Error(`${what} is not ready; ${name} ${dead ? 'ended' : 'says'}:\n${output}`)
      }
    }

    const map = join(folder, 'monmap')
    const address = `[v2:127.0.0.1:${mon}]`
    await run('monmaptool', ['--create', '--fsid', fsid, '--enable-all-features', '--addv', 'a', address, map])
    await run('ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map])
    begin('mon', 'ceph-mon', '-i', 'a')
    await until('The monitor', async () => (await ceph('mon', 'stat')).stdout.includes('quorum'))

    const osd = randomUUID()
    await ceph('osd', 'new', osd)
    await run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd])
    begin('osd', 'ceph-osd', '-i', '0')
    await until('The store', async () => /1 up/.test((await ceph('osd', 'stat')).stdout))

    const accessKeyId = randomBytes(10).toString('hex')
    const secretAccessKey = randomBytes(20).toString('hex')
    const user = ['--uid=test', '--display-name=Test', `--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
    await run('radosgw-admin', ['-c', conf, 'user', 'create', ...user])
    begin('rgw', 'radosgw', '-n', 'client.rgw')
    const endpoint = `http://127.0.0.1:${gateway}`
    await until('The gateway', async () => (await fetch(endpoint)).ok)
    const bucket = 'holdall-tests'
    const settings = {
      endpoint,
      region: 'us-east-1',
      bucket,
      accessKeyId,
      secretAccessKey,
      isPathStyle: true,
      prefix: '',
      downloadUrl: null,
    }
    await createBucket(settings)
    return { settings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function createBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): Promise<void> {
  const { S3Client, CreateBucketCommand } = await import('@aws-sdk/client-s3')
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}
