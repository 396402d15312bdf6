/** What `holdall help` prints of each command, by its first word. */
const commands: Readonly<Record<string, string>> = {
  ui: `holdall ui list                     sections, their versions, and what is wrong with them
holdall ui install FILE_OR_FOLDER   install a version of a section (.tgz, or its dist folder)
holdall ui use ID VERSION [--force] use an installed version; refused when it cannot run, unless forced
holdall ui rollback ID              return to the version that was used before
holdall ui reset [ID]               return to the built-in version, of one section or of all that came with Holdall
holdall ui disable ID               disable a section
holdall ui enable ID                enable it again
holdall ui pack FOLDER [--out FILE] make the .tgz of a section that is built in FOLDER`,
  settings: `holdall settings list               what operators set, and where each value comes from
holdall settings get NAME           one value
holdall settings set NAME VALUE     change it, also while Holdall runs
holdall settings unset NAME         return to its default`,
  jobs: `holdall jobs list                   background jobs that wait, run, or failed for good
holdall jobs retry ID               run a job now
holdall jobs cancel ID              remove a job, and abort it when it runs`,
  users: `holdall users restrict EMAIL        forbid an account to upload, download, create folders and share them with a team
  [--only LIST] [--reason TEXT]     or only some: upload,download,folders,team-folders,invitations
holdall users unrestrict EMAIL      allow everything again
holdall users restricted            accounts that are restricted
holdall users role EMAIL admin|user make an account an administrator, or an ordinary one again
holdall users reset-password EMAIL  print a link with which its user chooses a new password, valid for an hour`,
  backup: `holdall backup DIR                  save everything into a folder, also while Holdall runs
holdall backup --verify DIR         read a backup again, and name what is damaged`,
  restore: `holdall restore DIR [--force]       restore a backup into an empty data folder and database; ends all sessions
  [--keep-tokens]                   keep the API tokens of the backup, revoked ones too`,
  secret: `holdall secret rotate [--now]       replace secret.key; what it has signed is valid for one more day, or with
                                    --now, for a leaked key, no longer. Stop Holdall first`,
  storage: `holdall storage check               whether S3 works with this configuration
holdall storage adopt               use the database with the key and the storage of this configuration from now on
holdall storage migrate --to DRIVER copy all contents to s3 or local, also while Holdall runs; deletes nothing
  [--verify]                        read also what is there already`,
  database: 'holdall database migrate --to URL   copy all tables into an empty PostgreSQL database; deletes nothing',
  doctor: 'holdall doctor                      check configuration, disk, database, mail, S3, proxy, FFmpeg and clock',
  version: 'holdall version                     or --version',
  help: 'holdall help [COMMAND]              or COMMAND --help',
}

const dataFolder = `
The data folder is --data-dir, else HOLDALL_DATA_DIR, else ./data. Other variables that this shell does not set are those
of the last start of Holdall on that folder.`

/** The help of a command by its first word; of all commands where there is none of that name. */
export function helpOf(command?: string): string {
  const found =
    command !== undefined && Object.hasOwn(commands, command) ? [commands[command]] : Object.values(commands)
  return [...found, dataFolder].join('\n')
}
