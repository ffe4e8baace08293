-- Audit log and demo mode: the log of changes by admins, and the triggers that refuse changes while demo mode is on.

create function app.audit(action text, target text, target_id text, before jsonb default null,
  after jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, actor_role, action, target, target_id, before, after)
  values (auth.uid(),
    coalesce((select p.usertype from public.profiles p where p.id = auth.uid()),
      nullif(auth.jwt() ->> 'role', ''), 'system'),
    audit.action, audit.target, audit.target_id, app.masked(audit.before), app.masked(audit.after));
end $$;
comment on function app.audit is
  'Writes the caller''s change to the audit log. Call it in every function with which admins change data.';
