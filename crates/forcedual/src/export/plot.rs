//! Plots of comparisons, as SVG.
