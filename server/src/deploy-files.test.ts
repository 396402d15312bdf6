import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { configVariables, readConfig } from './infrastructure/config/config.ts'
import { StartError } from './infrastructure/start-error.ts'
import { operatorSettings } from './infrastructure/setting-definitions/fixed-settings.ts'
import { appOn, backupFolder, dump, emptyPlace, filled, put, restore, runEnds } from './testing/backup-scene.ts'
import { variablesOf } from './testing/command-line.ts'
import { testApp } from './testing/test-app.ts'

const repository = resolve(import.meta.dirname, '../..')
const folder = join(repository, 'deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const manifests = ['kubernetes.yaml', 'kubernetes-s3.yaml']
const units = ['holdall.service', 'holdall-backup.service']
const known = new Set([...configVariables, ...operatorSettings.map(({ variable }) => variable)])
const valuesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => value!)

afterEach(runEnds)

test.each(readdirSync(folder))('deploy/%s names only variables that exist', (name) => {
  expect(valuesOf(read(name), /\b(HOLDALL_\w+)/g).filter((variable) => !known.has(variable))).toEqual([])
})

test('every variable of the configuration is documented', () => {
  const documented = new Set(
    valuesOf(readFileSync(join(repository, 'docs/operating.md'), 'utf8'), /`(HOLDALL_[A-Z0-9_]+)`/g),
  )
  // Refused: it was never supported.
  const missing = configVariables.filter((name) => !documented.has(name) && name !== 'HOLDALL_STORAGE_URL')
  expect(missing).toEqual([])
})

test('the server is started with the same options everywhere, and the image has its build', () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [list] = valuesOf(read('Dockerfile'), /^CMD (\[.*\])$/gm)
  const commands = [scripts['start']!, (JSON.parse(list!) as string[]).join(' '), read('holdall.service')]
  for (const command of commands) {
    expect(command).toMatch(/node --max-semi-space-size=8 --expose-gc server\/src\/main\.mjs$/m)
  }
  expect(read('Dockerfile')).toMatch(/^RUN mkdir \/builds && cp -r --parents .* server\/dist \/builds$/m)
})

describe('compose.yml', () => {
  /** The environment of the server, as Compose interpolates it. */
  const environment = (variables: Readonly<Record<string, string>>): Record<string, string> => {
    const [, service = ''] = /^ {2}holdall:\n([\s\S]*?)^ {2}\w/m.exec(read('compose.yml'))!
    const lines = [...service.matchAll(/^ {6}([A-Z0-9_]+): (.*)$/gm)]
    const interpolated = (value: string) =>
      value.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, rest: string) => {
        if (!variables[name] && kind === '?') throw new Error(rest)
        return variables[name] || rest
      })
    return Object.fromEntries(lines.map(([, name, value]) => [name!, interpolated(value!)]))
  }

  test('needs nothing but the password of the database, which may have any characters', () => {
    expect(() => environment({})).toThrow('set a password')
    const variables = environment({ POSTGRES_PASSWORD: `p@ss/w:rd %25 $'"#?` })
    expect(variables['PGPASSWORD']).toBe(`p@ss/w:rd %25 $'"#?`)
    expect(readConfig(variables)).toMatchObject({
      databaseUrl: 'postgres://holdall@database:5432/holdall',
      publicUrl: 'http://localhost:8080',
      storage: { driver: 'local', s3: null },
      smtpUrl: null,
      admin: null,
    })
  })

  test('passes on mail, S3 and the owner', () => {
    const config = readConfig(
      environment({
        POSTGRES_PASSWORD: 'secret',
        HOLDALL_SMTP_URL: 'smtps://holdall:p%40ss@mail.example.com',
        HOLDALL_STORAGE_DRIVER: 's3',
        HOLDALL_S3_ENDPOINT: 'http://10.0.0.5:9000',
        HOLDALL_S3_BUCKET: 'files',
        HOLDALL_S3_KEY: 'key',
        HOLDALL_S3_SECRET: 'a/secret+',
        HOLDALL_OUTGOING_ALLOW: '10.0.0.5:9000',
        HOLDALL_ADMIN_EMAIL: 'ada@example.com',
        HOLDALL_ADMIN_PASSWORD: 'correct horse battery',
      }),
    )
    expect(config).toMatchObject({
      smtpUrl: 'smtps://holdall:p%40ss@mail.example.com',
      storage: { driver: 's3', s3: { bucket: 'files', secretAccessKey: 'a/secret+' } },
      admin: { email: 'ada@example.com' },
    })
    expect(config.outgoingAllow).toHaveLength(1)
  })
})

test('probes call addresses that answer, on the port of the image', async () => {
  const { visitor, close } = await testApp()
  const image = read('Dockerfile')
  const [port] = valuesOf(image, /HOLDALL_PORT=(\d+)/g)
  const probed = [
    ...valuesOf(image, /http:\/\/127\.0\.0\.1:(\d+\/\w+)/g),
    ...manifests.flatMap((name) =>
      [...read(name).matchAll(/httpGet: \{ path: \/(\w+), port: (\d+) \}/g)].map(([, path, at]) => `${at!}/${path!}`),
    ),
  ]
  expect(probed).toHaveLength(7)
  for (const path of new Set(probed)) {
    expect(path.split('/')[0]).toBe(port)
    expect((await visitor('127.0.0.1').get(path.slice(path.indexOf('/')))).status).toBe(200)
  }
  await close()
})

test.each(manifests)('%s keeps Kubernetes from setting HOLDALL_PORT to the address of the service', (name) => {
  expect(() => readConfig({ HOLDALL_PORT: 'tcp://10.0.0.7:80' })).toThrow(StartError)
  const pods = valuesOf(read(name), /^ *(containers:)$/gm)
  expect(pods).toHaveLength(2)
  expect(valuesOf(read(name), /^ *(enableServiceLinks: false)$/gm)).toHaveLength(pods.length)
})

describe('systemd units', () => {
  test.each(units)('%s starts a file of the repository', (name) => {
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(read(name))!
    const files = command.split(' ').filter((part) => /\.(?:mjs|sh)$/.test(part))
    expect(files).toHaveLength(1)
    const path = join(repository, files[0]!.replace('/opt/holdall/', ''))
    expect(existsSync(path)).toBe(true)
    if (path.endsWith('.sh')) expect(statSync(path).mode & 0o111).toBe(0o111)
  })

  test('have the same sandbox, without what keeps V8 from compiling', () => {
    const [server, backup] = units.map((name) => /^UMask=.*\n(?:[^#\n].*\n)*/m.exec(read(name))?.[0])
    expect(server).toContain('SystemCallFilter=')
    expect(backup).toBe(server)
    expect(server).not.toContain('MemoryDenyWriteExecute')
  })
})

describe('backup.sh', () => {
  const backUp = (env: Readonly<Record<string, string>>, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(folder, 'backup.sh'), args, {
      env: { PATH: process.env['PATH']!, ...env },
      encoding: 'utf8',
    })
    return { status, stderr }
  }

  test.each([[[]], [['relative']], [['/tmp', '0']], [['/tmp', 'many']]])('refuses %j', (args) => {
    expect(backUp({}, ...args)).toEqual({ status: 2, stderr: expect.stringContaining('Usage: backup.sh') })
  })

  test('keeps the newest backups by day, which share their contents and are restored like others', async () => {
    const app = await appOn()
    const user = await filled(app)
    const backups = backupFolder()
    for (const day of ['2001-01-01', '2001-01-02', '2001-01-03', 'other']) mkdirSync(join(backups, day))
    const env = variablesOf(app.services.config)
    expect(backUp(env, backups, '3')).toEqual({ status: 0, stderr: '' })
    const [today, ...others] = readdirSync(backups)
      .filter((name) => !['2001-01-02', '2001-01-03'].includes(name))
      .sort()
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(others).toEqual(['latest', 'other'])
    const saved = await dump(app.services.config)
    const contents = readdirSync(join(backups, today!, 'blobs'), { recursive: true, withFileTypes: true })
    const files = contents.filter((entry) => entry.isFile())
    expect(files).toHaveLength(5)
    for (const { parentPath, name } of files) expect(statSync(join(parentPath, name)).nlink).toBe(2)

    // A later backup leaves those of earlier days as they are.
    const earlier = join(backups, '2001-01-03')
    spawnSync('cp', ['-al', `${join(backups, today!)}/.`, earlier])
    await put(user, 'later.txt', Buffer.from('later'))
    expect(backUp(env, backups, '3')).toEqual({ status: 0, stderr: '' })
    const target = await emptyPlace()
    expect(await restore(target, earlier)).toMatchObject({ code: 0, err: '' })
    expect(await dump(target)).toEqual(saved)
  })

  test('keeps all backups when one fails', async () => {
    const backups = backupFolder()
    mkdirSync(join(backups, '2001-01-01'))
    const { status, stderr } = backUp(variablesOf(await emptyPlace()), backups, '1')
    expect([status, stderr === '']).toEqual([1, false])
    expect(readdirSync(backups)).toContain('2001-01-01')
  })
})
