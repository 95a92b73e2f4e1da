const light =
  '--paper:#fbfaf7;--panel:#fffefc;--code:#f4f2ec;--ink:#1c2024;--quiet:#59626c;--rule:#e2dfd6;--edge:#8d9196;--faint:#b9bcc0;--hover:#1c20240a;--link:#1d4f91;' +
  '--good:#17693a;--bad:#a61e17;--warn:#7d5000;--grey:#626a73;--good-wash:#e9f4ec;--bad-wash:#fbe8e5;--warn-wash:#faf1dd;--grey-wash:#f0efeb';

const dark =
  '--paper:#131619;--panel:#191d21;--code:#0f1214;--ink:#e3e6e8;--quiet:#9ca6b0;--rule:#2b3137;--edge:#6b747d;--faint:#555e67;--hover:#ffffff0f;--link:#8ebcff;' +
  '--good:#6fcb94;--bad:#ff8f84;--warn:#e6b85f;--grey:#98a1aa;--good-wash:#14271c;--bad-wash:#351a18;--warn-wash:#2c2413;--grey-wash:#20252a';

/** The colours: by the system's preference, or as the reader chose on the page. Every text has a contrast of 4.5:1 at least (WCAG 1.4.3). */
export const palette = `:root{color-scheme:light;${light}}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;${dark}}}
:root[data-theme=light]{color-scheme:light;${light}}
:root[data-theme=dark]{color-scheme:dark;${dark}}`;
