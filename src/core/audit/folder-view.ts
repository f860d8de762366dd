// The audited folder as the checks of the suspended wait look at it.
import type { FolderView } from "../wait/folder-view.ts";
import type { AuditedTask } from "./audited-task.ts";

/** The view of a task under audit; files behind a link that leaves the folder are not there. */
export function folderView(task: AuditedTask): FolderView {
  return {
    text: (ref) => (task.isFilled(ref) ? task.strictText(ref) : task.entry(ref)?.outside === false ? "" : null),
    holds: (ref) => {
      const entry = task.entry(ref);
      if (entry === undefined || entry.outside) return "nothing";
      return entry.content?.length === 0 ? "empty" : "content";
    },
  };
}
