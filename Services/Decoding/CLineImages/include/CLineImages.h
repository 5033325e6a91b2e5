#pragma once

/// How often a line's picture was kept without packing, in this process.
unsigned long docket_line_images_kept(void);
