-- The operator's logo: who can set it, that its file exists, and that unused files are removed.
select no_plan();
create function tests.removals() returns text[] language sql volatile security definer as $$
  select coalesce(array_agg(o.payload ->> 'path' order by o.id), '{}') from app.outbox o
  where o.kind = 'file' and o.status = 'queued' and o.payload ->> 'bucket' = 'company'
$$;
insert into storage.objects (bucket_id, name) values ('company', 'logo-a'), ('company', 'logo-b'), ('users', 'logo-c');
select tests.pass_files();

select tests.as_visitor();
select is((select logo from public.settings), '', 'a visitor reads an empty logo by default');
select throws_ok($$ update public.settings set logo = 'logo-a' $$, '42501', null, 'a visitor cannot set a logo');
select tests.act_as('rider');
select throws_ok($$ select public.update_settings('{"logo": "logo-a"}') $$, 'PT403', 'not_allowed',
  'a rider cannot set a logo');

select tests.act_as('admin');
select is((public.update_settings('{"logo": "logo-a"}')).logo, 'logo-a', 'an admin can set an uploaded logo');
select is((select after ->> 'logo' from public.audit_log order by id desc limit 1), 'logo-a',
  'setting a logo is recorded in the audit log');
select is(tests.removals(), '{}', 'setting the first logo removes no file');
select throws_ok(format('select public.update_settings(''{"logo": "logo-b", "version": %s}'')', (select version - 1 from public.settings)), 'PT409', 'version_conflict',
  'setting a logo with an outdated version is refused as a conflict');
select throws_ok($$ select public.update_settings('{"logo": "logo-z"}') $$, 'PT422', 'logo_not_found', 'a logo that was not uploaded is refused');
select throws_ok($$ select public.update_settings('{"logo": "logo-c"}') $$, 'PT422', 'logo_not_found', 'a file of another bucket is refused as a logo');
select throws_ok($$ update public.settings set logo = 'logo-z' $$, 'PT422', 'logo_not_found', 'a logo that was not uploaded is refused by a direct update, too');
select throws_ok(format('select public.update_settings(%L)', jsonb_build_object('logo', l)), 'PT422', 'settings_invalid', 'this logo is refused: ' || l)
from unnest(array['../users/x', 'https://elsewhere.example/pixel.png', 'javascript:alert(1)', 'logo-A', 'logo-a?v=1', 'logo-a/b', 'cab.png']) l;
select throws_ok($$ select public.update_settings('{"logo": null}') $$, 'PT422', 'settings_invalid',
  'a logo of null is refused');

select is((public.update_settings('{"logo": "logo-b"}')).logo, 'logo-b', 'an admin can replace the logo');
select is(tests.removals(), '{logo-a}', 'the file of a replaced logo is removed');
select throws_ok($$ select public.update_settings('{"logo": "logo-a"}') $$, 'PT422', 'logo_not_found', 'a file queued for removal cannot become the logo again');
select is((public.update_settings('{"logo": "logo-b", "company_name": "Cabs"}')).logo, 'logo-b',
  'saving the same logo again keeps it');
select is(tests.removals(), '{logo-a}', 'saving the same logo again removes no file');
select is((public.update_settings('{"logo": ""}')).logo, '', 'an admin can remove the logo');
select is(tests.removals(), '{logo-a,logo-b}', 'the file of a removed logo is removed');

select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select throws_ok($$ select public.update_settings('{"logo": "logo-a"}') $$, 'PT403', 'demo_mode',
  'an admin cannot set a logo in a demo');
select tests.set('allow_critical_edits_admin', 'true');

-- Uploaded and never saved
select tests.as_owner();
delete from app.outbox;
insert into storage.objects (bucket_id, name, created_at) values ('company', 'logo-new', app.now()), ('company', 'logo-old', app.now() - interval '2 days'), ('company', 'logo-used', app.now() - interval '2 days');
update storage.objects set created_at = app.now() where bucket_id = 'company' and name in ('logo-a', 'logo-b');
select tests.pass_files();
select tests.set('logo', 'logo-used');
select app.queue_orphaned_files();
select is(tests.removals(), '{logo-old}', 'an unsaved logo file is removed after a day, the current logo''s file is kept');

-- Limited number of logo files
select tests.act_as('admin');
select lives_ok($$ insert into storage.objects (bucket_id, name) select 'company', 'logo-more-' || n from generate_series(1, 15) n $$, 'an admin can upload fifteen logo files');
select throws_ok($$ insert into storage.objects (bucket_id, name) select 'company', 'logo-many-' || n from generate_series(1, 15) n $$, '42501', null, 'an admin cannot upload thirty logo files');

-- An admin whose approval was revoked, with an old token
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('admin');
select tests.act_as('admin');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('company', 'logo-former') $$, '42501', null, 'a suspended admin cannot upload a logo');
select is((select count(*) from storage.objects where bucket_id = 'company'), 0::bigint, 'a suspended admin cannot list logo files');
select tests.as_owner();
update public.profiles set approved = true where id = tests.id('admin');

-- An admin without the permission
update public.profiles set staff_role = 'support' where id = tests.id('admin');
select tests.act_as('admin');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('company', 'logo-support') $$, '42501', null, 'an admin without the permission cannot upload a logo');
select throws_ok($$ select public.update_settings('{"logo": "logo-new"}') $$, 'PT403', 'not_allowed', 'an admin without the permission cannot set a logo');
select * from finish();
