extension DirectiveTable {
  /// Every module that comes with Apache httpd 2.4 and the directives it defines, as its own tables have them (`command_rec`).
  ///
  /// A line begins with the module's identifier and file, `*` for those that are always there; lines that begin with blanks go
  /// on with the one before. A directive is its name, where it is allowed (`req_override`, hexadecimal) and what arguments it
  /// takes (`cmd_how`, hexadecimal).
  static let catalogue = """
    access_compat_module mod_access_compat.c order:1:1 allow:1:4 deny:1:4 Satisfy:8:1
    actions_module mod_actions.c Action:4:9 Script:c0:2
    alias_module mod_alias.c Alias:c0:7 ScriptAlias:c0:7 Redirect:4:a AliasMatch:80:2 ScriptAliasMatch:80:2
      RedirectMatch:4:9 RedirectTemp:4:2 RedirectPermanent:4:2 RedirectRelative:4:5 AliasPreservePath:4:5
    allowmethods_module mod_allowmethods.c AllowMethods:40:c
    asis_module mod_asis.c
    auth_basic_module mod_auth_basic.c AuthBasicProvider:8:3 AuthBasicAuthoritative:8:5 AuthBasicFake:8:7
      AuthBasicUseDigestAlgorithm:8:1
    auth_digest_module mod_auth_digest.c AuthDigestProvider:8:3 AuthDigestQop:8:3 AuthDigestNonceLifetime:8:1
      AuthDigestNcCheck:8:5 AuthDigestAlgorithm:8:1 AuthDigestDomain:8:3 AuthDigestShmemSize:80:1
    auth_form_module mod_auth_form.c AuthFormProvider:8:3 AuthFormUsername:8:1 AuthFormPassword:8:1
      AuthFormLocation:8:1 AuthFormMethod:8:1 AuthFormMimetype:8:1 AuthFormBody:8:1 AuthFormSize:40:1
      AuthFormLoginRequiredLocation:8:1 AuthFormLoginSuccessLocation:8:1 AuthFormLogoutLocation:8:1
      AuthFormSitePassphrase:8:1 AuthFormAuthoritative:8:5 AuthFormFakeBasicAuth:8:5 AuthFormDisableNoStore:8:5
    authn_anon_module mod_authn_anon.c Anonymous:8:3 Anonymous_MustGiveEmail:8:5 Anonymous_NoUserId:8:5
      Anonymous_VerifyEmail:8:5 Anonymous_LogEmail:8:5
    authn_core_module mod_authn_core.c AuthType:8:1 AuthName:8:1 <AuthnProviderAlias:80:0
    authn_dbd_module mod_authn_dbd.c AuthDBDUserPWQuery:40:1 AuthDBDUserRealmQuery:40:1
    authn_dbm_module mod_authn_dbm.c AuthDBMUserFile:8:1 AuthDBMType:8:1
    authn_file_module mod_authn_file.c AuthUserFile:8:1
    authn_socache_module mod_authn_socache.c AuthnCacheSOCache:80:1 AuthnCacheEnable:80:0 AuthnCacheProvideFor:8:3
      AuthnCacheTimeout:8:1 AuthnCacheContext:40:1
    authnz_fcgi_module mod_authnz_fcgi.c AuthnzFcgiDefineProvider:80:c AuthnzFcgiCheckAuthnProvider:4:c
    authnz_ldap_module mod_authnz_ldap.c AuthLDAPURL:8:7 AuthLDAPBindDN:8:1 AuthLDAPBindPassword:8:1
      AuthLDAPBindAuthoritative:8:5 AuthLDAPRemoteUserIsDN:8:5 AuthLDAPRemoteUserAttribute:8:1
      AuthLDAPCompareDNOnServer:8:5 AuthLDAPSubGroupAttribute:8:3 AuthLDAPSubGroupClass:8:3
      AuthLDAPMaxSubGroupDepth:8:1 AuthLDAPGroupAttribute:8:3 AuthLDAPGroupAttributeIsDN:8:5
      AuthLDAPDereferenceAliases:8:1 AuthLDAPCharsetConfig:80:1 AuthLDAPAuthorizePrefix:8:1
      AuthLDAPInitialBindAsUser:8:5 AuthLDAPInitialBindPattern:8:2 AuthLDAPSearchAsUser:8:5 AuthLDAPCompareAsUser:8:5
    authz_core_module mod_authz_core.c <AuthzProviderAlias:80:0 Require:8:0 <RequireAll:8:0 <RequireAny:8:0
      <RequireNone:8:0 AuthMerging:8:1 AuthzSendForbiddenOnFailure:8:5
    authz_dbd_module mod_authz_dbd.c AuthzDBDLoginToReferer:40:5 AuthzDBDQuery:40:1 AuthzDBDRedirectQuery:40:1
    authz_dbm_module mod_authz_dbm.c AuthDBMGroupFile:8:1 AuthzDBMType:8:1
    authz_groupfile_module mod_authz_groupfile.c AuthGroupFile:8:1
    authz_host_module mod_authz_host.c
    authz_owner_module mod_authz_owner.c
    authz_user_module mod_authz_user.c
    autoindex_module mod_autoindex.c AddIcon:10:4 AddIconByType:10:4 AddIconByEncoding:10:4 AddAlt:10:4
      AddAltByType:10:4 AddAltByEncoding:10:4 IndexOptions:10:c IndexOrderDefault:10:2 IndexIgnore:10:3
      IndexIgnoreReset:10:5 AddDescription:10:4 HeaderName:10:1 ReadmeName:10:1 FancyIndexing:1f:0 DefaultIcon:10:1
      IndexStyleSheet:10:1 IndexHeadInsert:10:1
    brotli_module mod_brotli.c BrotliFilterNote:80:7 BrotliCompressionQuality:80:1 BrotliCompressionWindow:80:1
      BrotliCompressionMaxInputBlock:80:1 BrotliAlterETag:80:1
    buffer_module mod_buffer.c BufferSize:40:1
    cache_module mod_cache.c CacheEnable:c0:7 CacheDisable:c0:1 CacheMaxExpire:c0:1 CacheMinExpire:c0:1
      CacheDefaultExpire:c0:1 CacheQuickHandler:80:5 CacheIgnoreNoLastMod:c0:5 CacheIgnoreCacheControl:80:5
      CacheStoreExpired:c0:5 CacheStorePrivate:c0:5 CacheStoreNoStore:c0:5 CacheIgnoreHeaders:80:3
      CacheIgnoreQueryString:80:5 CacheIgnoreURLSessionIdentifiers:80:3 CacheLastModifiedFactor:c0:1 CacheLock:80:5
      CacheLockPath:80:1 CacheLockMaxAge:80:1 CacheHeader:c0:5 CacheDetailHeader:c0:5 CacheKeyBaseURL:80:1
      CacheStaleOnError:c0:5
    cache_disk_module mod_cache_disk.c CacheRoot:80:1 CacheDirLevels:80:1 CacheDirLength:80:1 CacheMinFileSize:c0:1
      CacheMaxFileSize:c0:1 CacheReadSize:c0:1 CacheReadTime:c0:1
    cache_socache_module mod_cache_socache.c CacheSocache:80:1 CacheSocacheMaxTime:c0:1 CacheSocacheMinTime:c0:1
      CacheSocacheMaxSize:c0:1 CacheSocacheReadSize:c0:1 CacheSocacheReadTime:c0:1
    cern_meta_module mod_cern_meta.c MetaFiles:10:5 MetaDir:10:1 MetaSuffix:10:1
    cgi_module mod_cgi.c ScriptLog:80:1 ScriptLogLength:80:1 ScriptLogBuffer:80:1 CGIScriptTimeout:c0:1
    cgid_module mod_cgid.c ScriptLog:80:1 ScriptLogLength:80:1 ScriptLogBuffer:80:1 ScriptSock:80:1
      CGIDScriptTimeout:c0:1
    charset_lite_module mod_charset_lite.c CharsetSourceEnc:4:1 CharsetDefault:4:1 CharsetOptions:4:3
    data_module mod_data.c
    dav_module mod_dav.c DAV:40:1 DAVBasePath:40:1 DAVMinTimeout:c0:1 DAVDepthInfinity:c0:5 DAVLockDiscovery:c0:5
    dav_fs_module mod_dav_fs.c DAVLockDB:80:1
    dav_lock_module mod_dav_lock.c DAVGenericLockDB:40:1
    dbd_module mod_dbd.c DBDriver:80:1 DBDParams:80:1 DBDPersist:80:5 DBDPrepareSQL:80:7 DBDInitSQL:80:1 DBDMin:80:1
      DBDKeep:80:1 DBDMax:80:1 DBDExptime:80:1
    deflate_module mod_deflate.c DeflateFilterNote:80:7 DeflateWindowSize:80:1 DeflateBufferSize:80:1
      DeflateMemLevel:80:1 DeflateCompressionLevel:80:1 DeflateInflateLimitRequestBody:1f:1
      DeflateInflateRatioLimit:1f:1 DeflateInflateRatioBurst:1f:1 DeflateAlterEtag:80:1
    dir_module mod_dir.c FallbackResource:10:1 DirectoryIndex:10:0 DirectorySlash:10:5 DirectoryCheckHandler:10:5
      DirectoryIndexRedirect:10:1
    dumpio_module mod_dumpio.c DumpIOInput:80:5 DumpIOOutput:80:5
    echo_module mod_echo.c ProtocolEcho:80:5
    env_module mod_env.c PassEnv:4:3 SetEnv:4:7 UnsetEnv:4:3
    expires_module mod_expires.c ExpiresActive:10:5 ExpiresByType:10:2 ExpiresDefault:10:1
    ext_filter_module mod_ext_filter.c ExtFilterOptions:40:3 ExtFilterDefine:80:0
    file_cache_module mod_file_cache.c cachefile:80:3 mmapfile:80:3
    filter_module mod_filter.c FilterDeclare:2:7 FilterProvider:2:8 FilterChain:2:3 FilterTrace:c0:2
      AddOutputFilterByType:4:c FilterProtocol:2:9
    headers_module mod_headers.c Header:4:0 RequestHeader:4:0
    heartbeat_module mod_heartbeat.c HeartbeatAddress:80:1
    heartmonitor_module mod_heartmonitor.c HeartbeatListen:80:1 HeartbeatStorage:80:1 HeartbeatMaxServers:80:1
    http2_module mod_http2.c H2MaxSessionStreams:80:1 H2WindowSize:80:1 H2MinWorkers:80:1 H2MaxWorkers:80:1
      H2MaxWorkerIdleSeconds:80:1 H2StreamMaxMemSize:80:1 H2SerializeHeaders:80:1 H2ModernTLSOnly:80:1 H2Upgrade:88:1
      H2Direct:80:1 H2SessionExtraFiles:80:1 H2TLSWarmUpSize:80:1 H2TLSCoolDownSecs:80:1 H2Push:88:1
      H2PushPriority:80:9 H2PushDiarySize:80:1 H2CopyFiles:4:1 H2PushResource:c:a H2EarlyHints:80:1 H2Padding:80:1
      H2OutputBuffering:80:1 H2StreamTimeout:80:1 H2MaxDataFrameLen:80:1 H2MaxHeaderBlockLen:80:1
      H2MaxStreamErrors:80:1 H2EarlyHint:c:2 H2ProxyRequests:4:1 H2WebSockets:80:1
    ident_module mod_ident.c IdentityCheck:c0:5 IdentityCheckTimeout:c0:1
    imagemap_module mod_imagemap.c ImapMenu:10:1 ImapDefault:10:1 ImapBase:10:1
    include_module mod_include.c XBitHack:2:1 SSIErrorMsg:1f:1 SSITimeFormat:1f:1 SSIStartTag:80:1 SSIEndTag:80:1
      SSIUndefinedEcho:1f:1 SSILegacyExprParser:1:5 SSILastModified:1:5 SSIEtag:1:5
    info_module mod_info.c AddModuleInfo:80:2
    lbmethod_bybusyness_module mod_lbmethod_bybusyness.c
    lbmethod_byrequests_module mod_lbmethod_byrequests.c
    lbmethod_bytraffic_module mod_lbmethod_bytraffic.c
    lbmethod_heartbeat_module mod_lbmethod_heartbeat.c HeartbeatStorage:80:1
    ldap_module util_ldap.c LDAPSharedCacheSize:80:1 LDAPSharedCacheFile:80:1 LDAPCacheEntries:80:1 LDAPCacheTTL:80:1
      LDAPOpCacheEntries:80:1 LDAPOpCacheTTL:80:1 LDAPTrustedGlobalCert:80:9 LDAPTrustedClientCert:8:9
      LDAPTrustedMode:80:1 LDAPVerifyServerCert:80:5 LDAPConnectionTimeout:80:1 LDAPReferrals:8:1
      LDAPReferralHopLimit:8:1 LDAPLibraryDebug:80:1 LDAPTimeout:80:1 LDAPConnectionPoolTTL:80:1 LDAPRetries:80:1
      LDAPRetryDelay:80:1
    log_debug_module mod_log_debug.c LogMessage:c0:a
    log_forensic_module mod_log_forensic.c ForensicLog:80:1
    lua_module mod_lua.c LuaRoot:1f:1 LuaPackagePath:1f:1 LuaPackageCPath:1f:1 LuaAuthzProvider:80:8
      LuaHookPreTranslateName:1f:2 <LuaHookPreTranslateName:1f:0 LuaHookTranslateName:1f:9 <LuaHookTranslateName:1f:0
      LuaHookFixups:1f:2 <LuaHookFixups:1f:0 LuaHookMapToStorage:1f:2 <LuaHookMapToStorage:1f:0
      LuaHookCheckUserID:1f:9 <LuaHookCheckUserID:1f:0 LuaHookTypeChecker:1f:2 <LuaHookTypeChecker:1f:0
      LuaHookAccessChecker:1f:9 <LuaHookAccessChecker:1f:0 LuaHookAuthChecker:1f:9 <LuaHookAuthChecker:1f:0
      LuaHookInsertFilter:1f:2 LuaHookLog:1f:2 LuaScope:1f:a LuaInherit:1f:1 LuaCodeCache:1f:1 LuaQuickHandler:1f:2
      <LuaQuickHandler:1f:0 Lua_____ByteCodeHack:1f:0 LuaMapHandler:1f:9 LuaOutputFilter:1f:8 LuaInputFilter:1f:8
    macro_module mod_macro.c <Macro:1f:0 Use:1f:0 UndefMacro:1f:1 MacroIgnoreEmptyArgs:1f:0 MacroIgnoreBadNesting:1f:0
    md_module mod_md.c MDCertificateAuthority:80:c MDCertificateAgreement:80:1 MDCAChallenges:80:c
      MDCertificateProtocol:80:1 MDContactEmail:80:1 MDDriveMode:80:1 MDRenewMode:80:1 MDomain:80:c <MDomainSet:80:0
      <MDomain:80:0 MDMember:80:c MDMembers:80:c MDMustStaple:80:1 MDPortMap:80:7 MDPrivateKeys:80:c MDHttpProxy:80:1
      MDStoreDir:80:1 MDRenewWindow:80:1 MDRequireHttps:88:1 MDNotifyCmd:80:0 MDBaseServer:80:1 MDChallengeDns01:80:0
      MDChallengeDns01Version:80:1 MDCertificateFile:80:1 MDCertificateKeyFile:80:1 MDServerStatus:80:1
      MDCertificateStatus:80:1 MDWarnWindow:80:1 MDMessageCmd:80:0 MDStapling:80:1 MDStapleOthers:80:1
      MDStaplingKeepResponse:80:1 MDStaplingRenewWindow:80:1 MDCertificateCheck:80:2 MDActivationDelay:80:1
      MDCACertificateFile:80:1 MDHttpProxyCACertificateFile:80:1 MDExternalAccountBinding:80:7 MDRetryDelay:80:1
      MDRetryFailover:80:1 MDStoreLocks:80:1 MDMatchNames:80:1 MDInitialDelay:80:1 MDCheckInterval:80:1 MDProfile:80:1
      MDProfileMandatory:80:1 MDRenewViaARI:80:1
    mime_module mod_mime.c AddCharset:4:4 AddEncoding:4:4 AddHandler:4:4 AddInputFilter:4:4 AddLanguage:4:4
      AddOutputFilter:4:4 AddType:4:4 DefaultLanguage:4:1 MultiviewsMatch:4:3 RemoveCharset:4:3 RemoveEncoding:4:3
      RemoveHandler:4:3 RemoveInputFilter:4:3 RemoveLanguage:4:3 RemoveOutputFilter:4:3 RemoveType:4:3
      TypesConfig:80:1 ModMimeUsePathInfo:40:5
    mime_magic_module mod_mime_magic.c MimeMagicFile:80:1
    mpm_event_module event.c ListenBacklog:80:1 ListenCoresBucketsRatio:80:1 Listen:80:c SendBufferSize:80:1
      ReceiveBufferSize:80:1 ListenTCPDeferAccept:80:1 StartServers:80:1 ServerLimit:80:1 MinSpareThreads:80:1
      MaxSpareThreads:80:1 MaxClients:80:1 MaxRequestWorkers:80:1 ThreadsPerChild:80:1 ThreadLimit:80:1
      AsyncRequestWorkerFactor:80:1 GracefulShutdownTimeout:80:1
    mpm_prefork_module prefork.c ListenBacklog:80:1 ListenCoresBucketsRatio:80:1 Listen:80:c SendBufferSize:80:1
      ReceiveBufferSize:80:1 ListenTCPDeferAccept:80:1 StartServers:80:1 MinSpareServers:80:1 MaxSpareServers:80:1
      MaxClients:80:1 MaxRequestWorkers:80:1 ServerLimit:80:1 GracefulShutdownTimeout:80:1
    mpm_worker_module worker.c ListenBacklog:80:1 ListenCoresBucketsRatio:80:1 Listen:80:c SendBufferSize:80:1
      ReceiveBufferSize:80:1 ListenTCPDeferAccept:80:1 StartServers:80:1 MinSpareThreads:80:1 MaxSpareThreads:80:1
      MaxRequestWorkers:80:1 MaxClients:80:1 ThreadsPerChild:80:1 ServerLimit:80:1 ThreadLimit:80:1
      GracefulShutdownTimeout:80:1
    negotiation_module mod_negotiation.c CacheNegotiatedDocs:80:5 LanguagePriority:4:3 ForceLanguagePriority:4:3
    proxy_module mod_proxy.c <Proxy:80:0 <ProxyMatch:80:0 ProxyRequests:80:5 ProxyRemote:80:9 ProxyRemoteMatch:80:9
      ProxyPassInterpolateEnv:c0:5 ProxyPass:c0:0 ProxyPassMatch:c0:0 ProxyPassReverse:c0:a
      ProxyPassReverseCookiePath:c0:9 ProxyPassReverseCookieDomain:c0:9 ProxyBlock:80:3 ProxyReceiveBufferSize:80:1
      ProxyIOBufferSize:80:1 ProxyMaxForwards:80:1 NoProxy:80:3 ProxyDomain:80:1 ProxyVia:80:1 ProxyErrorOverride:c0:3
      ProxyPreserveHost:c0:5 ProxyTimeout:80:1 ProxyBadHeader:80:1 BalancerMember:c0:0 BalancerGrowth:80:1
      BalancerPersist:80:5 BalancerInherit:80:5 ProxyPassInherit:80:5 ProxyStatus:80:1 ProxySet:c0:0
      ProxySourceAddress:80:1 ProxyAddHeaders:c0:5 Proxy100Continue:c0:5
    proxy_ajp_module mod_proxy_ajp.c
    proxy_balancer_module mod_proxy_balancer.c
    proxy_connect_module mod_proxy_connect.c AllowCONNECT:80:3
    proxy_express_module mod_proxy_express.c ProxyExpressEnable:4:5 ProxyExpressDBMFile:4:1 ProxyExpressDBMType:4:1
    proxy_fcgi_module mod_proxy_fcgi.c ProxyFCGIBackendType:4:1 ProxyFCGISetEnvIf:4:9
    proxy_fdpass_module mod_proxy_fdpass.c
    proxy_ftp_module mod_proxy_ftp.c ProxyFtpListOnWildcard:c0:5 ProxyFtpEscapeWildcards:c0:5 ProxyFtpDirCharset:c0:1
    proxy_hcheck_module mod_proxy_hcheck.c ProxyHCTemplate:4:0 ProxyHCExpr:4:0 ProxyHCTPsize:80:1
    proxy_html_module mod_proxy_html.c ProxyHTMLEvents:c0:3 ProxyHTMLLinks:c0:4 ProxyHTMLURLMap:c0:0
      ProxyHTMLDoctype:c0:7 ProxyHTMLFixups:c0:3 ProxyHTMLMeta:c0:5 ProxyHTMLInterp:c0:5 ProxyHTMLExtended:c0:5
      ProxyHTMLStripComments:c0:5 ProxyHTMLBufSize:c0:1 ProxyHTMLCharsetOut:c0:1 ProxyHTMLEnable:c0:5
    proxy_http_module mod_proxy_http.c
    proxy_http2_module mod_proxy_http2.c
    proxy_scgi_module mod_proxy_scgi.c ProxySCGISendfile:c0:1 ProxySCGIInternalRedirect:c0:1
    proxy_uwsgi_module mod_proxy_uwsgi.c
    proxy_wstunnel_module mod_proxy_wstunnel.c ProxyWebsocketFallbackToProxyHttp:c0:5
    ratelimit_module mod_ratelimit.c
    reflector_module mod_reflector.c ReflectorHeader:2:7
    remoteip_module mod_remoteip.c RemoteIPHeader:80:1 RemoteIPProxiesHeader:80:1 RemoteIPTrustedProxy:80:3
      RemoteIPInternalProxy:80:3 RemoteIPTrustedProxyList:80:1 RemoteIPInternalProxyList:80:1
      RemoteIPProxyProtocol:80:5 RemoteIPProxyProtocolExceptions:80:c
    reqtimeout_module mod_reqtimeout.c RequestReadTimeout:80:0
    request_module mod_request.c KeptBodySize:40:1
    rewrite_module mod_rewrite.c RewriteEngine:4:5 RewriteOptions:4:3 RewriteBase:4:1 RewriteCond:4:0 RewriteRule:4:0
      RewriteMap:80:9
    sed_module mod_sed.c OutputSed:40:1 InputSed:40:1
    session_module mod_session.c Session:88:5 SessionMaxAge:88:1 SessionHeader:88:1 SessionEnv:88:5
      SessionInclude:88:1 SessionExclude:88:1 SessionExpiryUpdateInterval:88:1
    session_cookie_module mod_session_cookie.c SessionCookieName:88:0 SessionCookieName2:88:0 SessionCookieRemove:88:5
    session_crypto_module mod_session_crypto.c SessionCryptoPassphrase:88:3 SessionCryptoPassphraseFile:c0:1
      SessionCryptoCipher:88:1 SessionCryptoDriver:80:0
    session_dbd_module mod_session_dbd.c SessionDBDSelectLabel:88:1 SessionDBDInsertLabel:88:1
      SessionDBDUpdateLabel:88:1 SessionDBDDeleteLabel:88:1 SessionDBDPerUser:88:5 SessionDBDCookieRemove:88:5
      SessionDBDCookieName:88:0 SessionDBDCookieName2:88:0
    setenvif_module mod_setenvif.c SetEnvIf:4:0 SetEnvIfNoCase:4:0 SetEnvIfExpr:4:0 BrowserMatch:4:0
      BrowserMatchNoCase:4:0
    slotmem_plain_module mod_slotmem_plain.c
    slotmem_shm_module mod_slotmem_shm.c
    socache_dbm_module mod_socache_dbm.c
    socache_memcache_module mod_socache_memcache.c MemcacheConnTTL:80:1
    socache_redis_module mod_socache_redis.c RedisConnPoolTTL:80:1 RedisTimeout:80:1
    socache_shmcb_module mod_socache_shmcb.c
    speling_module mod_speling.c CheckSpelling:2:5 CheckCaseOnly:2:5 CheckBasenameMatch:2:5
    ssl_module mod_ssl.c SSLPassPhraseDialog:80:1 SSLSessionCache:80:1 SSLCryptoDevice:80:1 SSLRandomSeed:80:9
      SSLVHostSNIPolicy:80:1 SSLEngine:80:1 SSLFIPS:80:5 SSLCipherSuite:88:7 SSLCertificateFile:80:1
      SSLCertificateKeyFile:80:1 SSLCertificateChainFile:80:1 SSLSessionTicketKeyFile:80:1 SSLCACertificatePath:88:1
      SSLCACertificateFile:88:1 SSLCADNRequestPath:80:1 SSLCADNRequestFile:80:1 SSLCARevocationPath:80:1
      SSLCARevocationFile:80:1 SSLCARevocationCheck:80:0 SSLVerifyClient:88:1 SSLVerifyDepth:88:1
      SSLSessionCacheTimeout:80:1 SSLProtocol:80:0 SSLHonorCipherOrder:80:5 SSLCompression:80:5 SSLSessionTickets:80:5
      SSLInsecureRenegotiation:80:5 SSLUserName:88:1 SSLStrictSNIVHostCheck:80:5 SSLSRPVerifierFile:80:1
      SSLSRPUnknownUserSeed:80:1 SSLProxyEngine:880:5 SSLProxyProtocol:880:0 SSLProxyCipherSuite:880:7
      SSLProxyVerify:880:1 SSLProxyVerifyDepth:880:1 SSLProxyCACertificateFile:880:1 SSLProxyCACertificatePath:880:1
      SSLProxyCARevocationPath:880:1 SSLProxyCARevocationFile:880:1 SSLProxyCARevocationCheck:880:0
      SSLProxyMachineCertificateFile:880:1 SSLProxyMachineCertificatePath:880:1
      SSLProxyMachineCertificateChainFile:880:1 SSLProxyCheckPeerExpire:880:5 SSLProxyCheckPeerCN:880:5
      SSLProxyCheckPeerName:880:5 SSLOptions:2:0 SSLRequireSSL:8:0 SSLRequire:8:0 SSLRenegBufferSize:8:1
      SSLOCSPEnable:80:0 SSLOCSPDefaultResponder:80:1 SSLOCSPOverrideResponder:80:5 SSLOCSPResponseTimeSkew:80:1
      SSLOCSPResponseMaxAge:80:1 SSLOCSPResponderTimeout:80:1 SSLOCSPUseRequestNonce:80:5 SSLOCSPProxyURL:80:1
      SSLOCSPNoVerify:80:5 SSLOCSPResponderCertificateFile:80:1 SSLStaplingCache:80:1 SSLUseStapling:80:5
      SSLStaplingResponseTimeSkew:80:1 SSLStaplingResponderTimeout:80:1 SSLStaplingResponseMaxAge:80:1
      SSLStaplingStandardCacheTimeout:80:1 SSLStaplingReturnResponderErrors:80:5 SSLStaplingFakeTryLater:80:5
      SSLStaplingErrorCacheTimeout:80:1 SSLStaplingForceURL:80:1 SSLOpenSSLConfCmd:80:2 SSLLog:1f:0 SSLLogLevel:1f:0
    status_module mod_status.c
    substitute_module mod_substitute.c Substitute:4:1 SubstituteMaxLineLength:4:1 SubstituteInheritBefore:4:5
    suexec_module mod_suexec.c SuexecUserGroup:80:2
    unique_id_module mod_unique_id.c
    userdir_module mod_userdir.c UserDir:80:0
    usertrack_module mod_usertrack.c CookieExpires:4:1 CookieDomain:4:1 CookieStyle:4:1 CookieTracking:4:5
      CookieName:4:1 CookieSameSite:4:1 CookieSecure:4:5 CookieHttpOnly:4:5
    vhost_alias_module mod_vhost_alias.c VirtualScriptAlias:80:1 VirtualDocumentRoot:80:1 VirtualScriptAliasIP:80:1
      VirtualDocumentRootIP:80:1
    xml2enc_module mod_xml2enc.c xml2EncDefault:1f:1 xml2EncAlias:80:4 xml2StartParse:1f:3
    *so_module mod_so.c LoadModule:80:2 LoadFile:80:3
    *core_module core.c <Directory:80:0 <Location:80:0 <VirtualHost:80:0 <Files:1f:0 <Limit:9:0 <LimitExcept:9:0
      <IfModule:1f:0 <IfDefine:1f:0 <IfFile:1f:0 <IfDirective:1f:0 <IfSection:1f:0 <DirectoryMatch:80:0
      <LocationMatch:80:0 <FilesMatch:1f:0 AddDefaultCharset:4:1 AcceptPathInfo:4:1 Define:c0:7 UnDefine:c0:1
      Error:1f:0 <If:1f:0 <ElseIf:1f:0 <Else:1f:0 AccessFileName:80:0 DocumentRoot:80:1 ErrorDocument:4:2
      AllowOverride:40:0 AllowOverrideList:40:c Options:2:0 DefaultType:4:1 FileETag:4:0 EnableMMAP:4:1
      EnableSendfile:4:1 ReadBufferSize:c0:1 FlushMaxThreshold:80:1 FlushMaxPipelined:80:1 Protocol:80:1
      AcceptFilter:80:2 Port:80:1 HostnameLookups:c0:1 ServerAdmin:80:1 ServerName:80:1 ServerSignature:1f:1
      ServerRoot:80:1 DefaultRuntimeDir:80:1 ErrorLog:80:1 ErrorLogFormat:80:7 ServerAlias:80:0 ServerPath:80:1
      Timeout:80:1 ContentDigest:2:5 UseCanonicalName:c0:1 UseCanonicalPhysicalPort:c0:1 Include:c0:1
      IncludeOptional:c0:1 LogLevel:c0:3 NameVirtualHost:80:1 ServerTokens:80:1 LimitRequestLine:80:1
      LimitRequestFieldsize:80:1 LimitRequestFields:80:1 LimitRequestBody:1f:1 LimitXMLRequestBody:1f:1 Mutex:80:0
      MaxRanges:c0:1 MaxRangeOverlaps:c0:1 MaxRangeReversals:c0:1 RLimitCPU:1f:7 RLimitMEM:1f:7 RLimitNPROC:1f:7
      RegexDefaultOptions:80:0 LimitInternalRecursion:80:7 CGIPassAuth:8:5 CGIVar:4:2 QualifyRedirectURL:4:5
      StrictHostCheck:80:5 ForceType:4:1 SetHandler:4:1 SetOutputFilter:4:1 SetInputFilter:4:1
      AllowEncodedSlashes:80:1 ScoreBoardFile:80:1 ExtendedStatus:80:5 SeeRequestTail:80:5 PidFile:80:1
      MaxRequestsPerChild:80:1 MaxConnectionsPerChild:80:1 CoreDumpDirectory:80:1 MaxMemFree:80:1 ThreadStackSize:80:1
      TraceEnable:80:1 MergeTrailers:80:5 Protocols:80:3 ProtocolsHonorOrder:80:1 HttpProtocolOptions:80:3
      RegisterHttpMethod:80:3 MergeSlashes:80:5
    *version_module mod_version.c <IfVersion:1f:a
    *watchdog_module mod_watchdog.c WatchdogInterval:80:1
    *log_config_module mod_log_config.c CustomLog:80:9 GlobalLog:80:9 TransferLog:80:1 LogFormat:80:7
      BufferedLogs:80:5
    *http_module http_core.c KeepAliveTimeout:80:1 MaxKeepAliveRequests:80:1 KeepAlive:80:5
    *unixd_module mod_unixd.c User:80:1 Group:80:1 ChrootDir:80:1 Suexec:80:5
    *logio_module mod_logio.c LogIOTrackTTFB:1f:5
    """
}
