/** Colours of a picture, once for light and once for dark surroundings. Plain CSS, so that any viewer can follow. */
export const svgStyle = `
text{font-family:Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.card{fill:#fff;stroke:#e2e8f0}
.title{font-size:17px;font-weight:650;fill:#0f172a}
.hint{font-size:11.5px;fill:#64748b}
.name{font-size:14px;font-weight:600;fill:#0f172a}
.kind{font-size:11px;fill:#64748b}
.line{fill:none;stroke:#94a3b8;stroke-width:1.5}
.line-always{stroke:#475569;stroke-width:2.25}
.line-caller{stroke-dasharray:5 4}
.head{fill:#94a3b8}
.head-always{fill:#475569}
.label{font-size:11.5px;font-weight:500;fill:#334155}
.pill{fill:#fff;stroke:#cbd5e1}
.mark{fill:#475569}
.ring{fill:none;stroke:#475569;stroke-width:1.5}
.box{stroke-width:1.5}
.icon{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.agent .box{fill:#eef2ff;stroke:#a5b4fc}.agent .badge{fill:#e0e7ff}.agent .icon{stroke:#4f46e5}
.router .box{fill:#f0f9ff;stroke:#7dd3fc}.router .badge{fill:#e0f2fe}.router .icon{stroke:#0369a1}
.tools .box{fill:#fffbeb;stroke:#fcd34d}.tools .badge{fill:#fef3c7}.tools .icon{stroke:#b45309}
.human .box{fill:#fdf2f8;stroke:#f9a8d4}.human .badge{fill:#fce7f3}.human .icon{stroke:#be185d}
.responder .box{fill:#ecfdf5;stroke:#6ee7b7}.responder .badge{fill:#d1fae5}.responder .icon{stroke:#047857}
.unknown .box{fill:#f8fafc;stroke:#cbd5e1}.unknown .badge{fill:#f1f5f9}.unknown .icon{stroke:#475569}
@media (prefers-color-scheme:dark){
.card{fill:#0b1120;stroke:#1e293b}
.title{fill:#f1f5f9}.hint{fill:#94a3b8}.name{fill:#f1f5f9}.kind{fill:#94a3b8}
.line{stroke:#64748b}.line-always{stroke:#cbd5e1}.head{fill:#64748b}.head-always{fill:#cbd5e1}
.label{fill:#e2e8f0}.pill{fill:#1e293b;stroke:#475569}
.mark{fill:#cbd5e1}.ring{stroke:#cbd5e1}
.agent .box{fill:#1e1b4b;stroke:#6366f1}.agent .badge{fill:#312e81}.agent .icon{stroke:#c7d2fe}
.router .box{fill:#082f49;stroke:#0284c7}.router .badge{fill:#0c4a6e}.router .icon{stroke:#bae6fd}
.tools .box{fill:#2d1c05;stroke:#b45309}.tools .badge{fill:#57350a}.tools .icon{stroke:#fcd34d}
.human .box{fill:#3b0a24;stroke:#be185d}.human .badge{fill:#6b133f}.human .icon{stroke:#fbcfe8}
.responder .box{fill:#032b20;stroke:#059669}.responder .badge{fill:#065f46}.responder .icon{stroke:#a7f3d0}
.unknown .box{fill:#1e293b;stroke:#475569}.unknown .badge{fill:#334155}.unknown .icon{stroke:#e2e8f0}
}
`;
