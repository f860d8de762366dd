// Which names a branch can have, whatever stores it.

/** Whether git would take the name after `refs/heads/`. */
export function isBranchName(name: string): boolean {
  if (name === "" || name.length > 200 || /\.\.|@\{|[\s~^:?*[\\\p{Cc}]/u.test(name) || name.startsWith("-"))
    return false;
  return name.split("/").every((part) => part !== "" && !/^\.|\.$|\.lock$/.test(part)) && name !== "@";
}
