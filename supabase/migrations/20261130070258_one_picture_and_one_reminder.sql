-- one_picture_and_one_reminder: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop policy "people replace their own files" on storage.objects;
drop policy "people add their own files, forty at most" on storage.objects;

create or replace function app.remind_of_papers() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_today date := app.today();
  d record;
begin
  -- Skip: another run is sending the same notices.
  if not pg_try_advisory_xact_lock(hashtextextended('remind_of_papers', 0)) then return; end if;
  for d in select p.id, k.id as kind, k.needed_from
    from public.paper_kinds k
    join public.profiles p on p.usertype = 'driver' and p.approved and p.deleted_at is null
    where k.active and k.needed_from <= v_today + app.document_warning()
      and not exists (select 1 from public.driver_documents o where o.driver_id = p.id and o.kind = k.id
        and o.status in ('pending', 'verified'))
      and not exists (select 1 from public.notices n where n.user_id = p.id and n.key = 'document_needed'
        and n.params ->> 'kind' = k.id and n.params ->> 'until' = (k.needed_from - 1)::text
        and (k.needed_from > v_today or n.params ->> 'due' = 'true'))
    order by k.needed_from, p.id limit 5000
  loop
    perform app.notify(d.id, 'document_needed', app.paper_params(d.kind, d.id)
      || jsonb_build_object('until', d.needed_from - 1, 'due', d.needed_from <= v_today));
  end loop;
end $$;

create policy "people add their own files, forty at most" on storage.objects for insert to authenticated
  with check (bucket_id = 'users' and split_part(name, '/', 1) = (select auth.uid())::text
    and app.file_room('users', name, (select auth.uid())::text) > 0
    and (name = (select auth.uid())::text || '/profileImage' or app.is_paper_path(name)));

create policy "people replace their own files" on storage.objects for update to authenticated
  using (bucket_id = 'users' and split_part(name, '/', 1) = (select auth.uid())::text and not app.is_document(name))
  with check (bucket_id = 'users' and split_part(name, '/', 1) = (select auth.uid())::text
    and (name = (select auth.uid())::text || '/profileImage' or app.is_paper_path(name)));

-- Sources of this migration, for the next one to compare with:
--   f6857d461b3b function app.remind_of_papers()
--   f1df17c31836 policy "people add their own files, forty at most" on storage.objects
--   bcea71d70898 policy "people replace their own files" on storage.objects
