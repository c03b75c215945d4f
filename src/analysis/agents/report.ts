/** Agents and sessions in the words of the report: the same conclusions, field for field, nothing added. */
import type { AgentReport, SessionsReport } from '../report-types';
import type { Agent, Agents } from './reconstruct';

export function agentReports({ agents }: Agents): AgentReport[] {
  return agents.map(agentReport);
}

function agentReport(agent: Agent): AgentReport {
  const { id, label, parent, basis, depth, nodes, contexts, state, status, sessionId, name } = agent;
  return { id, label, parent, basis, depth, nodes, contexts, state, status, session_id: sessionId, name };
}

export function sessionsReport(agents: Agents): SessionsReport {
  return {
    summaries: agents.summaries,
    returns: agents.returns,
    abandoned: agents.abandoned,
    missing_children: agents.missingChildren,
    links_incomplete: agents.linksIncomplete,
  };
}
